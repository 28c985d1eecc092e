#pragma once

// Example:
//
//     #include <meshwright/core/version.h>
//
//     #if MESHWRIGHT_VERSION_MAJOR == 0 && MESHWRIGHT_VERSION_MINOR < 1
//     #error "too old"
//     #endif
//     const char* const kReadBy = "meshwright " MESHWRIGHT_VERSION;

// The version of these headers and their libraries; CMakeLists.txt reads it from here.
#define MESHWRIGHT_VERSION "0.1.0"
#define MESHWRIGHT_VERSION_MAJOR 0
#define MESHWRIGHT_VERSION_MINOR 1
#define MESHWRIGHT_VERSION_PATCH 0
