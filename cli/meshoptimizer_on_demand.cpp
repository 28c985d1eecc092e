// Debian has meshoptimizer as a shared library only, which brings the one of C++ with it. One format needs
// it, and loading both takes longer than a small conversion: the command loads them when a buffer of that
// format is met.
#include <dlfcn.h>
#include <meshoptimizer.h>

#include <cstdio>

namespace {

/// Says once why it is not there.
void* library() {
  static void* const opened = [] {
    void* const found = dlopen(MESHWRIGHT_MESHOPTIMIZER, RTLD_NOW | RTLD_LOCAL);
    if (found == nullptr) std::fprintf(stderr, "meshwright: %s\n", dlerror());
    return found;
  }();
  return opened;
}

/// Null without the library: a file that needs it fails, and others go on.
template <class Function>
Function* find(const char* name) {
  return library() == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library(), name));
}

constexpr int kNoLibrary = -100;  // none of the decoders' own answers

using Decode = int(void*, size_t, size_t, const unsigned char*, size_t);
using EncodeVertices = size_t(unsigned char*, size_t, const void*, size_t, size_t);
using EncodeIndices = size_t(unsigned char*, size_t, const unsigned int*, size_t);
using Bound = size_t(size_t, size_t);
using SetVersion = void(int);
using Filter = void(void*, size_t, size_t);

}  // namespace

int meshopt_decodeVertexBuffer(void* destination, size_t count, size_t size, const unsigned char* buffer,
                               size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeVertexBuffer");
  return theirs == nullptr ? kNoLibrary : theirs(destination, count, size, buffer, buffer_size);
}

int meshopt_decodeIndexBuffer(void* destination, size_t count, size_t size, const unsigned char* buffer,
                              size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeIndexBuffer");
  return theirs == nullptr ? kNoLibrary : theirs(destination, count, size, buffer, buffer_size);
}

int meshopt_decodeIndexSequence(void* destination, size_t count, size_t size, const unsigned char* buffer,
                                size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeIndexSequence");
  return theirs == nullptr ? kNoLibrary : theirs(destination, count, size, buffer, buffer_size);
}

size_t meshopt_encodeVertexBuffer(unsigned char* buffer, size_t buffer_size, const void* vertices,
                                  size_t count, size_t size) {
  static auto* const theirs = find<EncodeVertices>("meshopt_encodeVertexBuffer");
  return theirs == nullptr ? 0 : theirs(buffer, buffer_size, vertices, count, size);
}

size_t meshopt_encodeVertexBufferBound(size_t count, size_t size) {
  static auto* const theirs = find<Bound>("meshopt_encodeVertexBufferBound");
  return theirs == nullptr ? 0 : theirs(count, size);
}

void meshopt_encodeVertexVersion(int version) {
  static auto* const theirs = find<SetVersion>("meshopt_encodeVertexVersion");
  if (theirs != nullptr) theirs(version);
}

size_t meshopt_encodeIndexBuffer(unsigned char* buffer, size_t buffer_size, const unsigned int* indices,
                                 size_t count) {
  static auto* const theirs = find<EncodeIndices>("meshopt_encodeIndexBuffer");
  return theirs == nullptr ? 0 : theirs(buffer, buffer_size, indices, count);
}

size_t meshopt_encodeIndexBufferBound(size_t count, size_t vertex_count) {
  static auto* const theirs = find<Bound>("meshopt_encodeIndexBufferBound");
  return theirs == nullptr ? 0 : theirs(count, vertex_count);
}

void meshopt_encodeIndexVersion(int version) {
  static auto* const theirs = find<SetVersion>("meshopt_encodeIndexVersion");
  if (theirs != nullptr) theirs(version);
}

void meshopt_decodeFilterOct(void* buffer, size_t count, size_t stride) {
  static auto* const theirs = find<Filter>("meshopt_decodeFilterOct");
  if (theirs != nullptr) theirs(buffer, count, stride);
}

void meshopt_decodeFilterQuat(void* buffer, size_t count, size_t stride) {
  static auto* const theirs = find<Filter>("meshopt_decodeFilterQuat");
  if (theirs != nullptr) theirs(buffer, count, stride);
}

void meshopt_decodeFilterExp(void* buffer, size_t count, size_t stride) {
  static auto* const theirs = find<Filter>("meshopt_decodeFilterExp");
  if (theirs != nullptr) theirs(buffer, count, stride);
}
