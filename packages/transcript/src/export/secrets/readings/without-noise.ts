import { HIDDEN_MARK } from '../redaction-mark.ts'
import { decodeView, type TextView } from './text-view.ts'

/** The text without what no reader sees: colours, characters without width, overstrikes. */
export function withoutNoise(view: TextView): TextView | null {
  return decodeView(view, NOISE, () => '')
}

// Links that a terminal shows keep their address, which is to be searched as well.
const NOISE = new RegExp(
  [
    String.raw`(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]`,
    String.raw`\u001b[()*+][0-9A-Za-z]`,
    String.raw`\u001b[=>78cDEHMNOZ]`,
    // As cat -v and the like write them.
    String.raw`\^\[\[[0-9;?]{0,20}[A-Za-z]`,
    String.raw`[^\n\u0008]\u0008`,
    String.raw`[\u0000\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff]`,
  ].join('|'),
  'g',
)

/** The text with one character in the place of every mark, so that nobody takes a mark for a part of a secret. */
export function withoutMarks(view: TextView): TextView | null {
  return decodeView(view, MARKS, () => HIDDEN_MARK)
}

const MARKS = /\[redacted:[a-z0-9-]{1,40}\]/g
