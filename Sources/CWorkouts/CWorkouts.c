#include "CWorkouts.h"

// The compiler supports C23's `#embed`, but warns about it.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char workout_20_minute_test[] = {
#embed "workouts/20-minute-test.json"
};
static const unsigned char workout_anaerobic_45[] = {
#embed "workouts/anaerobic-45.json"
};
static const unsigned char workout_anaerobic_tabata_30[] = {
#embed "workouts/anaerobic-tabata-30.json"
};
static const unsigned char workout_endurance_45[] = {
#embed "workouts/endurance-45.json"
};
static const unsigned char workout_endurance_60[] = {
#embed "workouts/endurance-60.json"
};
static const unsigned char workout_endurance_90[] = {
#embed "workouts/endurance-90.json"
};
static const unsigned char workout_over_under_45[] = {
#embed "workouts/over-under-45.json"
};
static const unsigned char workout_over_under_60[] = {
#embed "workouts/over-under-60.json"
};
static const unsigned char workout_ramp_test[] = {
#embed "workouts/ramp-test.json"
};
static const unsigned char workout_recovery_30[] = {
#embed "workouts/recovery-30.json"
};
static const unsigned char workout_recovery_45[] = {
#embed "workouts/recovery-45.json"
};
static const unsigned char workout_sweet_spot_30[] = {
#embed "workouts/sweet-spot-30.json"
};
static const unsigned char workout_sweet_spot_45[] = {
#embed "workouts/sweet-spot-45.json"
};
static const unsigned char workout_sweet_spot_60[] = {
#embed "workouts/sweet-spot-60.json"
};
static const unsigned char workout_sweet_spot_90[] = {
#embed "workouts/sweet-spot-90.json"
};
static const unsigned char workout_tempo_45[] = {
#embed "workouts/tempo-45.json"
};
static const unsigned char workout_tempo_60[] = {
#embed "workouts/tempo-60.json"
};
static const unsigned char workout_threshold_2x20_60[] = {
#embed "workouts/threshold-2x20-60.json"
};
static const unsigned char workout_threshold_45[] = {
#embed "workouts/threshold-45.json"
};
static const unsigned char workout_threshold_90[] = {
#embed "workouts/threshold-90.json"
};
static const unsigned char workout_vo2max_30_15_60[] = {
#embed "workouts/vo2max-30-15-60.json"
};
static const unsigned char workout_vo2max_40_20_45[] = {
#embed "workouts/vo2max-40-20-45.json"
};
static const unsigned char workout_vo2max_4x4_45[] = {
#embed "workouts/vo2max-4x4-45.json"
};
static const unsigned char workout_vo2max_4x8_60[] = {
#embed "workouts/vo2max-4x8-60.json"
};

static const struct workout_file files[] = {
  {workout_20_minute_test, sizeof workout_20_minute_test},
  {workout_anaerobic_45, sizeof workout_anaerobic_45},
  {workout_anaerobic_tabata_30, sizeof workout_anaerobic_tabata_30},
  {workout_endurance_45, sizeof workout_endurance_45},
  {workout_endurance_60, sizeof workout_endurance_60},
  {workout_endurance_90, sizeof workout_endurance_90},
  {workout_over_under_45, sizeof workout_over_under_45},
  {workout_over_under_60, sizeof workout_over_under_60},
  {workout_ramp_test, sizeof workout_ramp_test},
  {workout_recovery_30, sizeof workout_recovery_30},
  {workout_recovery_45, sizeof workout_recovery_45},
  {workout_sweet_spot_30, sizeof workout_sweet_spot_30},
  {workout_sweet_spot_45, sizeof workout_sweet_spot_45},
  {workout_sweet_spot_60, sizeof workout_sweet_spot_60},
  {workout_sweet_spot_90, sizeof workout_sweet_spot_90},
  {workout_tempo_45, sizeof workout_tempo_45},
  {workout_tempo_60, sizeof workout_tempo_60},
  {workout_threshold_2x20_60, sizeof workout_threshold_2x20_60},
  {workout_threshold_45, sizeof workout_threshold_45},
  {workout_threshold_90, sizeof workout_threshold_90},
  {workout_vo2max_30_15_60, sizeof workout_vo2max_30_15_60},
  {workout_vo2max_40_20_45, sizeof workout_vo2max_40_20_45},
  {workout_vo2max_4x4_45, sizeof workout_vo2max_4x4_45},
  {workout_vo2max_4x8_60, sizeof workout_vo2max_4x8_60},
};

struct workout_file workout_file_at(size_t index) {
  if (index < sizeof files / sizeof *files) return files[index];
  return (struct workout_file){NULL, 0};
}
