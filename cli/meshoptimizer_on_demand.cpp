// Debian has meshoptimizer as a shared library only, which brings the one of C++ with it. One format needs
// it, and loading both takes longer than a small conversion: the command loads them when a buffer of that
// format is met.
#include <dlfcn.h>
#include <meshoptimizer.h>

#include <cstdio>
#include <cstdlib>

namespace {

void* library() {
  static void* const opened = dlopen(MESHWRIGHT_MESHOPTIMIZER, RTLD_NOW | RTLD_LOCAL);
  return opened;
}

/// Its package belongs to the program: without it there is no going on.
template <class Function>
Function* find(const char* name) {
  void* const found = library() == nullptr ? nullptr : dlsym(library(), name);
  if (found != nullptr) return reinterpret_cast<Function*>(found);
  std::fprintf(stderr, "meshwright: %s\n", dlerror());
  std::exit(2);
}

using Decode = int(void*, size_t, size_t, const unsigned char*, size_t);
using EncodeVertices = size_t(unsigned char*, size_t, const void*, size_t, size_t);
using EncodeIndices = size_t(unsigned char*, size_t, const unsigned int*, size_t);
using Bound = size_t(size_t, size_t);
using SetVersion = void(int);

}  // namespace

int meshopt_decodeVertexBuffer(void* destination, size_t count, size_t size, const unsigned char* buffer,
                               size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeVertexBuffer");
  return theirs(destination, count, size, buffer, buffer_size);
}

int meshopt_decodeIndexBuffer(void* destination, size_t count, size_t size, const unsigned char* buffer,
                              size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeIndexBuffer");
  return theirs(destination, count, size, buffer, buffer_size);
}

int meshopt_decodeIndexSequence(void* destination, size_t count, size_t size, const unsigned char* buffer,
                                size_t buffer_size) {
  static auto* const theirs = find<Decode>("meshopt_decodeIndexSequence");
  return theirs(destination, count, size, buffer, buffer_size);
}

size_t meshopt_encodeVertexBuffer(unsigned char* buffer, size_t buffer_size, const void* vertices,
                                  size_t count, size_t size) {
  static auto* const theirs = find<EncodeVertices>("meshopt_encodeVertexBuffer");
  return theirs(buffer, buffer_size, vertices, count, size);
}

size_t meshopt_encodeVertexBufferBound(size_t count, size_t size) {
  static auto* const theirs = find<Bound>("meshopt_encodeVertexBufferBound");
  return theirs(count, size);
}

void meshopt_encodeVertexVersion(int version) {
  static auto* const theirs = find<SetVersion>("meshopt_encodeVertexVersion");
  theirs(version);
}

size_t meshopt_encodeIndexBuffer(unsigned char* buffer, size_t buffer_size, const unsigned int* indices,
                                 size_t count) {
  static auto* const theirs = find<EncodeIndices>("meshopt_encodeIndexBuffer");
  return theirs(buffer, buffer_size, indices, count);
}

size_t meshopt_encodeIndexBufferBound(size_t count, size_t vertex_count) {
  static auto* const theirs = find<Bound>("meshopt_encodeIndexBufferBound");
  return theirs(count, vertex_count);
}

void meshopt_encodeIndexVersion(int version) {
  static auto* const theirs = find<SetVersion>("meshopt_encodeIndexVersion");
  theirs(version);
}
