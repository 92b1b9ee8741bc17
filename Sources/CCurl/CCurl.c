#include "CCurl.h"

#include <dlfcn.h>
#include <stdlib.h>

struct CCurl {
  void *library;
  __typeof__(&curl_global_init) global_init;
  __typeof__(&curl_global_cleanup) global_cleanup;
  __typeof__(&curl_easy_strerror) strerror;
  __typeof__(&curl_multi_init) multi_init;
  __typeof__(&curl_multi_cleanup) multi_cleanup;
  __typeof__(&curl_multi_add_handle) multi_add;
  __typeof__(&curl_multi_remove_handle) multi_remove;
  __typeof__(&curl_multi_perform) multi_perform;
  __typeof__(&curl_multi_poll) multi_poll;
  __typeof__(&curl_multi_wakeup) multi_wakeup;
  __typeof__(&curl_multi_info_read) multi_info;
  __typeof__(&curl_easy_init) easy_init;
  __typeof__(&curl_easy_cleanup) easy_cleanup;
  __typeof__(&curl_easy_perform) easy_perform;
  CURLcode (*setopt)(CURL *, CURLoption, ...);
  CURLcode (*getinfo)(CURL *, CURLINFO, ...);
  __typeof__(&curl_slist_append) list_append;
  __typeof__(&curl_slist_free_all) list_free;
};

/// Finds every function; false if one is missing.
static bool find_functions(CCurl *curl) {
  const struct {
    const char *name;
    void **place;
  } wanted[] = {
      {"curl_global_init", (void **)&curl->global_init},
      {"curl_global_cleanup", (void **)&curl->global_cleanup},
      {"curl_easy_strerror", (void **)&curl->strerror},
      {"curl_multi_init", (void **)&curl->multi_init},
      {"curl_multi_cleanup", (void **)&curl->multi_cleanup},
      {"curl_multi_add_handle", (void **)&curl->multi_add},
      {"curl_multi_remove_handle", (void **)&curl->multi_remove},
      {"curl_multi_perform", (void **)&curl->multi_perform},
      {"curl_multi_poll", (void **)&curl->multi_poll},
      {"curl_multi_wakeup", (void **)&curl->multi_wakeup},
      {"curl_multi_info_read", (void **)&curl->multi_info},
      {"curl_easy_init", (void **)&curl->easy_init},
      {"curl_easy_cleanup", (void **)&curl->easy_cleanup},
      {"curl_easy_perform", (void **)&curl->easy_perform},
      {"curl_easy_setopt", (void **)&curl->setopt},
      {"curl_easy_getinfo", (void **)&curl->getinfo},
      {"curl_slist_append", (void **)&curl->list_append},
      {"curl_slist_free_all", (void **)&curl->list_free},
  };
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
    *wanted[i].place = dlsym(curl->library, wanted[i].name);
    if (*wanted[i].place == NULL) return false;
  }
  return true;
}

CCurl *ccurl_open(const char *name) {
  CCurl *curl = calloc(1, sizeof *curl);
  if (curl == NULL) return NULL;
  curl->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (curl->library != NULL && find_functions(curl) && curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) return curl;
  if (curl->library != NULL) dlclose(curl->library);
  free(curl);
  return NULL;
}

void ccurl_close(CCurl *curl) {
  curl->global_cleanup();
  dlclose(curl->library);
  free(curl);
}

bool ccurl_sha256(const char *name, const void *message, size_t count, unsigned char *digest) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
  // Also searches the libraries that this one was linked with: dlsym(3).
  unsigned char *(*sha256)(const unsigned char *, size_t, unsigned char *) = NULL;
  *(void **)&sha256 = dlsym(library, "SHA256");
  bool found = sha256 != NULL && sha256(message, count, digest) != NULL;
  dlclose(library);
  return found;
}

const char *ccurl_text(const CCurl *curl, CURLcode code) { return curl->strerror(code); }

CURLM *ccurl_multi_open(const CCurl *curl) { return curl->multi_init(); }

void ccurl_multi_close(const CCurl *curl, CURLM *multi) { curl->multi_cleanup(multi); }

CURLMcode ccurl_multi_add(const CCurl *curl, CURLM *multi, CURL *easy) { return curl->multi_add(multi, easy); }

CURLMcode ccurl_multi_remove(const CCurl *curl, CURLM *multi, CURL *easy) { return curl->multi_remove(multi, easy); }

CURLMcode ccurl_multi_perform(const CCurl *curl, CURLM *multi) {
  int running = 0;
  return curl->multi_perform(multi, &running);
}

CURLMcode ccurl_multi_poll(const CCurl *curl, CURLM *multi, int milliseconds) {
  return curl->multi_poll(multi, NULL, 0, milliseconds, NULL);
}

CURLMcode ccurl_multi_wakeup(const CCurl *curl, CURLM *multi) { return curl->multi_wakeup(multi); }

CURL *ccurl_multi_ended(const CCurl *curl, CURLM *multi, CURLcode *code) {
  int left = 0;
  for (CURLMsg *message; (message = curl->multi_info(multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE) continue;
    *code = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}

CURL *ccurl_easy_open(const CCurl *curl) { return curl->easy_init(); }

void ccurl_easy_close(const CCurl *curl, CURL *easy) { curl->easy_cleanup(easy); }

CURLcode ccurl_easy_perform(const CCurl *curl, CURL *easy) { return curl->easy_perform(easy); }

CURLcode ccurl_set_number(const CCurl *curl, CURL *easy, CURLoption option, long value) {
  return curl->setopt(easy, option, value);
}

CURLcode ccurl_set_text(const CCurl *curl, CURL *easy, CURLoption option, const char *value) {
  return curl->setopt(easy, option, value);
}

CURLcode ccurl_set_pointer(const CCurl *curl, CURL *easy, CURLoption option, void *value) {
  return curl->setopt(easy, option, value);
}

CURLcode ccurl_set_copy(const CCurl *curl, CURL *easy, CURLoption option, const void *bytes, size_t count) {
  struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
  return curl->setopt(easy, option, &blob);
}

CURLcode ccurl_set_body(const CCurl *curl, CURL *easy, const void *bytes, size_t count) {
  CURLcode code = curl->setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  // With NULL, libcurl would read the body from standard input.
  return code != CURLE_OK ? code : curl->setopt(easy, CURLOPT_POSTFIELDS, count == 0 ? "" : bytes);
}

CURLcode ccurl_set_writer(const CCurl *curl, CURL *easy, CURLoption option, curl_write_callback function) {
  return curl->setopt(easy, option, function);
}

CURLcode ccurl_set_ready(const CCurl *curl, CURL *easy, curl_prereq_callback function) {
  return curl->setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

long ccurl_number(const CCurl *curl, CURL *easy, CURLINFO info) {
  long number = 0;
  return curl->getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

struct curl_slist *ccurl_list_append(const CCurl *curl, struct curl_slist *list, const char *line) {
  return curl->list_append(list, line);
}

void ccurl_list_free(const CCurl *curl, struct curl_slist *list) { curl->list_free(list); }
