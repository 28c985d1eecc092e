// Display of file names, which are untrusted.

const controls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;  // that reverse the following text
const right_to_left = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [isolate, end] = ['\u2068', '\u2069'];

/// Characters that reverse others are shown by their numbers. A right-to-left name stays among its own
/// letters.
export function shown_name(name: string) {
  const plain = name.replace(controls, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return right_to_left.test(plain) ? `${isolate}${plain}${end}` : plain;
}

/// Of a whole sentence, in which names may be.
export function without_turns(text: string) {
  // Isolates of shown_name() are closed where they should be.
  let depth = 0;
  return text.replace(controls, each => {
    if (each === isolate) { ++depth; return each; }
    if (each === end && depth > 0) { --depth; return each; }
    return `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
