#include "CPage.h"

// The compiler supports C23's `#embed`, but warns about it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char advice_js[] = {
#embed "page/advice.js"
};
static const unsigned char analysis_js[] = {
#embed "page/analysis.js"
};
static const unsigned char announce_js[] = {
#embed "page/announce.js"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char app_js[] = {
#embed "page/app.js"
};
static const unsigned char awake_js[] = {
#embed "page/awake.js"
};
static const unsigned char axes_js[] = {
#embed "page/axes.js"
};
static const unsigned char bias_js[] = {
#embed "page/bias.js"
};
static const unsigned char calibration_js[] = {
#embed "page/calibration.js"
};
static const unsigned char chart_css[] = {
#embed "page/chart.css"
};
static const unsigned char chart_js[] = {
#embed "page/chart.js"
};
static const unsigned char connecting_js[] = {
#embed "page/connecting.js"
};
static const unsigned char curve_js[] = {
#embed "page/curve.js"
};
static const unsigned char dashboard_js[] = {
#embed "page/dashboard.js"
};
static const unsigned char dom_js[] = {
#embed "page/dom.js"
};
static const unsigned char drafts_js[] = {
#embed "page/drafts.js"
};
static const unsigned char drag_js[] = {
#embed "page/drag.js"
};
static const unsigned char draw_js[] = {
#embed "page/draw.js"
};
static const unsigned char early_js[] = {
#embed "page/early.js"
};
static const unsigned char ended_js[] = {
#embed "page/ended.js"
};
static const unsigned char events_js[] = {
#embed "page/events.js"
};
static const unsigned char fields_js[] = {
#embed "page/fields.js"
};
static const unsigned char figures_js[] = {
#embed "page/figures.js"
};
static const unsigned char files_js[] = {
#embed "page/files.js"
};
static const unsigned char freshness_js[] = {
#embed "page/freshness.js"
};
static const unsigned char gestures_js[] = {
#embed "page/gestures.js"
};
static const unsigned char happenings_js[] = {
#embed "page/happenings.js"
};
static const unsigned char heading_js[] = {
#embed "page/heading.js"
};
static const unsigned char hold_js[] = {
#embed "page/hold.js"
};
static const unsigned char icon_png[] = {
#embed "page/icon.png"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char lengths_js[] = {
#embed "page/lengths.js"
};
static const unsigned char live_css[] = {
#embed "page/live.css"
};
static const unsigned char live_js[] = {
#embed "page/live.js"
};
static const unsigned char loading_js[] = {
#embed "page/loading.js"
};
static const unsigned char manifest_webmanifest[] = {
#embed "page/manifest.webmanifest"
};
static const unsigned char neighbours_js[] = {
#embed "page/neighbours.js"
};
static const unsigned char notes_js[] = {
#embed "page/notes.js"
};
static const unsigned char offers_js[] = {
#embed "page/offers.js"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char pair_js[] = {
#embed "page/pair.js"
};
static const unsigned char parts_js[] = {
#embed "page/parts.js"
};
static const unsigned char phrases_js[] = {
#embed "page/phrases.js"
};
static const unsigned char places_js[] = {
#embed "page/places.js"
};
static const unsigned char planlist_js[] = {
#embed "page/planlist.js"
};
static const unsigned char planner_css[] = {
#embed "page/planner.css"
};
static const unsigned char planner_js[] = {
#embed "page/planner.js"
};
static const unsigned char plans_js[] = {
#embed "page/plans.js"
};
static const unsigned char plantext_js[] = {
#embed "page/plantext.js"
};
static const unsigned char plot_js[] = {
#embed "page/plot.js"
};
static const unsigned char popup_js[] = {
#embed "page/popup.js"
};
static const unsigned char powerzones_js[] = {
#embed "page/powerzones.js"
};
static const unsigned char preview_js[] = {
#embed "page/preview.js"
};
static const unsigned char profile_js[] = {
#embed "page/profile.js"
};
static const unsigned char ready_js[] = {
#embed "page/ready.js"
};
static const unsigned char reasons_js[] = {
#embed "page/reasons.js"
};
static const unsigned char remedies_js[] = {
#embed "page/remedies.js"
};
static const unsigned char review_css[] = {
#embed "page/review.css"
};
static const unsigned char review_js[] = {
#embed "page/review.js"
};
static const unsigned char ride_js[] = {
#embed "page/ride.js"
};
static const unsigned char rideform_js[] = {
#embed "page/rideform.js"
};
static const unsigned char rides_css[] = {
#embed "page/rides.css"
};
static const unsigned char rides_js[] = {
#embed "page/rides.js"
};
static const unsigned char route_js[] = {
#embed "page/route.js"
};
static const unsigned char routeplace_js[] = {
#embed "page/routeplace.js"
};
static const unsigned char rows_js[] = {
#embed "page/rows.js"
};
static const unsigned char scores_css[] = {
#embed "page/scores.css"
};
static const unsigned char scores_js[] = {
#embed "page/scores.js"
};
static const unsigned char secure_js[] = {
#embed "page/secure.js"
};
static const unsigned char series_js[] = {
#embed "page/series.js"
};
static const unsigned char services_js[] = {
#embed "page/services.js"
};
static const unsigned char settings_css[] = {
#embed "page/settings.css"
};
static const unsigned char settings_js[] = {
#embed "page/settings.js"
};
static const unsigned char shelf_js[] = {
#embed "page/shelf.js"
};
static const unsigned char sounds_js[] = {
#embed "page/sounds.js"
};
static const unsigned char start_css[] = {
#embed "page/start.css"
};
static const unsigned char start_js[] = {
#embed "page/start.js"
};
static const unsigned char starter_js[] = {
#embed "page/starter.js"
};
static const unsigned char steering_js[] = {
#embed "page/steering.js"
};
static const unsigned char stepper_js[] = {
#embed "page/stepper.js"
};
static const unsigned char steps_js[] = {
#embed "page/steps.js"
};
static const unsigned char strip_js[] = {
#embed "page/strip.js"
};
static const unsigned char summary_js[] = {
#embed "page/summary.js"
};
static const unsigned char sw_js[] = {
#embed "page/sw.js"
};
static const unsigned char textview_js[] = {
#embed "page/textview.js"
};
static const unsigned char tiles_js[] = {
#embed "page/tiles.js"
};
static const unsigned char trends_css[] = {
#embed "page/trends.css"
};
static const unsigned char trends_js[] = {
#embed "page/trends.js"
};
static const unsigned char trim_css[] = {
#embed "page/trim.css"
};
static const unsigned char trim_js[] = {
#embed "page/trim.js"
};
static const unsigned char trouble_js[] = {
#embed "page/trouble.js"
};
static const unsigned char uploads_js[] = {
#embed "page/uploads.js"
};
static const unsigned char weeks_js[] = {
#embed "page/weeks.js"
};
static const unsigned char words_js[] = {
#embed "page/words.js"
};
static const unsigned char workout_js[] = {
#embed "page/workout.js"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct page_file files[] = {
    FILE_OF("advice.js", advice_js),
    FILE_OF("analysis.js", analysis_js),
    FILE_OF("announce.js", announce_js),
    FILE_OF("api.js", api_js),
    FILE_OF("app.js", app_js),
    FILE_OF("awake.js", awake_js),
    FILE_OF("axes.js", axes_js),
    FILE_OF("bias.js", bias_js),
    FILE_OF("calibration.js", calibration_js),
    FILE_OF("chart.css", chart_css),
    FILE_OF("chart.js", chart_js),
    FILE_OF("connecting.js", connecting_js),
    FILE_OF("curve.js", curve_js),
    FILE_OF("dashboard.js", dashboard_js),
    FILE_OF("dom.js", dom_js),
    FILE_OF("drafts.js", drafts_js),
    FILE_OF("drag.js", drag_js),
    FILE_OF("draw.js", draw_js),
    FILE_OF("early.js", early_js),
    FILE_OF("ended.js", ended_js),
    FILE_OF("events.js", events_js),
    FILE_OF("fields.js", fields_js),
    FILE_OF("figures.js", figures_js),
    FILE_OF("files.js", files_js),
    FILE_OF("freshness.js", freshness_js),
    FILE_OF("gestures.js", gestures_js),
    FILE_OF("happenings.js", happenings_js),
    FILE_OF("heading.js", heading_js),
    FILE_OF("hold.js", hold_js),
    FILE_OF("icon.png", icon_png),
    FILE_OF("icon.svg", icon_svg),
    FILE_OF("index.html", index_html),
    FILE_OF("lengths.js", lengths_js),
    FILE_OF("live.css", live_css),
    FILE_OF("live.js", live_js),
    FILE_OF("loading.js", loading_js),
    FILE_OF("manifest.webmanifest", manifest_webmanifest),
    FILE_OF("neighbours.js", neighbours_js),
    FILE_OF("notes.js", notes_js),
    FILE_OF("offers.js", offers_js),
    FILE_OF("page.css", page_css),
    FILE_OF("pair.js", pair_js),
    FILE_OF("parts.js", parts_js),
    FILE_OF("phrases.js", phrases_js),
    FILE_OF("places.js", places_js),
    FILE_OF("planlist.js", planlist_js),
    FILE_OF("planner.css", planner_css),
    FILE_OF("planner.js", planner_js),
    FILE_OF("plans.js", plans_js),
    FILE_OF("plantext.js", plantext_js),
    FILE_OF("plot.js", plot_js),
    FILE_OF("popup.js", popup_js),
    FILE_OF("powerzones.js", powerzones_js),
    FILE_OF("preview.js", preview_js),
    FILE_OF("profile.js", profile_js),
    FILE_OF("ready.js", ready_js),
    FILE_OF("reasons.js", reasons_js),
    FILE_OF("remedies.js", remedies_js),
    FILE_OF("review.css", review_css),
    FILE_OF("review.js", review_js),
    FILE_OF("ride.js", ride_js),
    FILE_OF("rideform.js", rideform_js),
    FILE_OF("rides.css", rides_css),
    FILE_OF("rides.js", rides_js),
    FILE_OF("route.js", route_js),
    FILE_OF("routeplace.js", routeplace_js),
    FILE_OF("rows.js", rows_js),
    FILE_OF("scores.css", scores_css),
    FILE_OF("scores.js", scores_js),
    FILE_OF("secure.js", secure_js),
    FILE_OF("series.js", series_js),
    FILE_OF("services.js", services_js),
    FILE_OF("settings.css", settings_css),
    FILE_OF("settings.js", settings_js),
    FILE_OF("shelf.js", shelf_js),
    FILE_OF("sounds.js", sounds_js),
    FILE_OF("start.css", start_css),
    FILE_OF("start.js", start_js),
    FILE_OF("starter.js", starter_js),
    FILE_OF("steering.js", steering_js),
    FILE_OF("stepper.js", stepper_js),
    FILE_OF("steps.js", steps_js),
    FILE_OF("strip.js", strip_js),
    FILE_OF("summary.js", summary_js),
    FILE_OF("sw.js", sw_js),
    FILE_OF("textview.js", textview_js),
    FILE_OF("tiles.js", tiles_js),
    FILE_OF("trends.css", trends_css),
    FILE_OF("trends.js", trends_js),
    FILE_OF("trim.css", trim_css),
    FILE_OF("trim.js", trim_js),
    FILE_OF("trouble.js", trouble_js),
    FILE_OF("uploads.js", uploads_js),
    FILE_OF("weeks.js", weeks_js),
    FILE_OF("words.js", words_js),
    FILE_OF("workout.js", workout_js),
};

size_t page_file_count(void) { return sizeof files / sizeof *files; }

const struct page_file *page_file_at(size_t index) { return index < page_file_count() ? &files[index] : NULL; }
