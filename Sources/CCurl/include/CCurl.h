/// libcurl, loaded while there is work and linked by no program.
///
/// A program that links it has it in memory all day, and a call with a variable number of arguments, as
/// `curl_easy_setopt`, cannot be called from Swift.
#pragma once

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/// The library, from `ccurl_open` to `ccurl_close`.
typedef struct CCurl CCurl;

/// Loads a library by its name and initialises it; NULL where it is missing or lacks a function, and then `dlerror`
/// says which.
CCurl *ccurl_open(const char *name);

/// Cleans the library up and unloads it; no handle of it and no thread of it may exist any more.
void ccurl_close(CCurl *curl);

/// The SHA-256 of a message, 32 bytes, by the OpenSSL that the library of this name uses; false without it.
bool ccurl_sha256(const char *name, const void *message, size_t count, unsigned char *digest);

/// What a code means, in a few English words.
const char *ccurl_text(const CCurl *curl, CURLcode code);

/// A new set of transfers; NULL without memory.
CURLM *ccurl_multi_open(const CCurl *curl);
void ccurl_multi_close(const CCurl *curl, CURLM *multi);

/// Starts a transfer, or ends it wherever it is.
CURLMcode ccurl_multi_add(const CCurl *curl, CURLM *multi, CURL *easy);
CURLMcode ccurl_multi_remove(const CCurl *curl, CURLM *multi, CURL *easy);

/// Does what can be done without waiting.
CURLMcode ccurl_multi_perform(const CCurl *curl, CURLM *multi);

/// Waits until a transfer can go on, somebody calls `ccurl_multi_wakeup`, or the time is over.
CURLMcode ccurl_multi_poll(const CCurl *curl, CURLM *multi, int milliseconds);

/// Ends the wait; from any thread.
CURLMcode ccurl_multi_wakeup(const CCurl *curl, CURLM *multi);

/// The next transfer that has ended, with how it ended; NULL if there is none.
CURL *ccurl_multi_ended(const CCurl *curl, CURLM *multi, CURLcode *code);

/// A new transfer; NULL without memory.
CURL *ccurl_easy_open(const CCurl *curl);
void ccurl_easy_close(const CCurl *curl, CURL *easy);

/// Does a transfer on this thread, without a set, and returns when it has ended.
CURLcode ccurl_easy_perform(const CCurl *curl, CURL *easy);

/// Options by the type of their value: curl_easy_setopt(3).
CURLcode ccurl_set_number(const CCurl *curl, CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_text(const CCurl *curl, CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_pointer(const CCurl *curl, CURL *easy, CURLoption option, void *value);
CURLcode ccurl_set_copy(const CCurl *curl, CURL *easy, CURLoption option, const void *bytes, size_t count);

/// The body of a request, which must stay where it is until the transfer has ended.
CURLcode ccurl_set_body(const CCurl *curl, CURL *easy, const void *bytes, size_t count);

/// The function of CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode ccurl_set_writer(const CCurl *curl, CURL *easy, CURLoption option, curl_write_callback function);

/// The function that is called once a connection stands and before the first byte of the request is sent.
CURLcode ccurl_set_ready(const CCurl *curl, CURL *easy, curl_prereq_callback function);

/// A number that a transfer has found out; 0 while it is unknown.
long ccurl_number(const CCurl *curl, CURL *easy, CURLINFO info);

/// A list with one line more; NULL without memory, and then the old list is unchanged.
struct curl_slist *ccurl_list_append(const CCurl *curl, struct curl_slist *list, const char *line);
void ccurl_list_free(const CCurl *curl, struct curl_slist *list);
