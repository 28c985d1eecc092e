#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_ascii.h>
//     #include <meshwright/kotor/mdl_compile.h>
//
//     /// The two files of a text model.
//     mw::Result<mw::kotor::mdl::Pair> compiled(std::string_view text) {
//       const auto model = mw::kotor::mdl::ascii::read(mw::bytes_of(text));
//       if (!model) return mw::fail(model.error());
//       const auto made = mw::kotor::mdl::compile(*model, {});
//       if (!made) return mw::fail(made.error());
//       return mw::kotor::mdl::write(made->file);
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <meshwright/core/trace.h>
#include <meshwright/kotor/mdl_source.h>
#include <span>
#include <string>
#include <vector>

/// The text form of models of Knights of the Old Republic (.mdl.ascii), in which they are edited. The dialect
/// and the lines that only this project reads: docs/formats/kotor-mdl-ascii.md
namespace mw::kotor::mdl::ascii {

/// Whether the text begins as a model does.
bool sniff(ByteSpan text);

/// Reads a text. Fails, with line and column, on a malformed line; mere oddities are among the model's
/// remarks.
Result<source::Model> read(ByteSpan text);

/// The readable part of a text that read() refuses: everything before the malformed line.
source::Model read_before_error(ByteSpan text);

/// Reports every line of a text, blank lines and comments too, with the part that it belongs to.
void trace(ByteSpan text, const Trace& trace);

/// With floats in their shortest form that reads back as the same. The notes become comment lines, which
/// other programs pass over.
std::string write(const source::Model& model);

/// What of a text that was read is not written again. The order and the spelling of its lines are not either.
Losses rewriting_losses(const source::Model& model);

/// Reports all that is odd, by line; codes in docs/ISSUES.md. With the text that the model was read from,
/// findings also have columns.
void validate(const source::Model& model, Findings& findings, ByteSpan text = {});
/// The same for a text that is known to compile; checking that takes most of the time.
void validate_compiled(const source::Model& model, Findings& findings, ByteSpan text = {});
std::span<const FindingKind> finding_kinds();

/// The built-in example: that of binary models, decompiled.
source::Model sample(Variant variant = {});

}  // namespace mw::kotor::mdl::ascii
