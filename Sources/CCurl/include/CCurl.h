/// libcurl, loaded only while there is work; no program links it.
///
/// A linked library would stay in memory all day, and Swift cannot call a function with a variable number of
/// arguments, such as `curl_easy_setopt`.
#pragma once

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/// The library, from `ccurl_open` to `ccurl_close`.
typedef struct CCurl CCurl;

/// Loads and initialises a library by its name. NULL if it is missing (see `dlerror`), lacks a function or cannot be
/// initialised.
CCurl *ccurl_open(const char *name);

/// Cleans up and unloads the library. Close its handles and end its threads first.
void ccurl_close(CCurl *curl);

/// Stores the SHA-256 of a message (32 bytes), by the OpenSSL that library `name` uses; false without it.
bool ccurl_sha256(const char *name, const void *message, size_t count, unsigned char *digest);

/// A code's meaning, in a few English words.
const char *ccurl_text(const CCurl *curl, CURLcode code);

/// A new set of transfers; NULL if out of memory.
CURLM *ccurl_multi_open(const CCurl *curl);
void ccurl_multi_close(const CCurl *curl, CURLM *multi);

/// Starts a transfer, or aborts it at any stage.
CURLMcode ccurl_multi_add(const CCurl *curl, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(const CCurl *curl, CURLM *multi, CURL *easy);

/// Advances the transfers without waiting.
CURLMcode ccurl_multi_perform(const CCurl *curl, CURLM *multi);

/// Waits until a transfer can continue, a thread calls `ccurl_multi_wakeup`, or the time is over.
CURLMcode ccurl_multi_poll(const CCurl *curl, CURLM *multi, int milliseconds);

/// Ends the wait; thread-safe.
CURLMcode ccurl_multi_wakeup(const CCurl *curl, CURLM *multi);

/// The next transfer that has ended, with its result; NULL if there is none.
CURL *ccurl_multi_ended(const CCurl *curl, CURLM *multi, CURLcode *code);

/// A new transfer; NULL if out of memory.
CURL *ccurl_easy_open(const CCurl *curl);
void ccurl_easy_close(const CCurl *curl, CURL *easy);

/// Runs a transfer on this thread, without a set, and returns when it has ended.
CURLcode ccurl_easy_perform(const CCurl *curl, CURL *easy);

/// Set an option, by the type of its value: curl_easy_setopt(3).
CURLcode ccurl_set_number(const CCurl *curl, CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_text(const CCurl *curl, CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(const CCurl *curl, CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_copy(const CCurl *curl, CURL *easy, CURLoption option, const void *bytes, size_t count);

/// Sets the body of a request. Its bytes must stay valid until the transfer has ended.
CURLcode ccurl_set_body(const CCurl *curl, CURL *easy, const void *bytes, size_t count);

/// Sets the CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode ccurl_set_writer(const CCurl *curl, CURL *easy, CURLoption option, curl_write_callback function);

/// Sets the function that is called once a connection is established, before the first byte of the request.
CURLcode ccurl_set_ready(const CCurl *curl, CURL *easy, curl_prereq_callback function);

/// A number that a transfer reports; 0 if it is unknown.
long ccurl_number(const CCurl *curl, CURL *easy, CURLINFO info);

/// A list with one more line; NULL if out of memory, and then the old list is unchanged.
struct curl_slist *ccurl_list_append(const CCurl *curl, struct curl_slist *list, const char *line);
void ccurl_list_free(const CCurl *curl, struct curl_slist *list);
