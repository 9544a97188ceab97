/** A text of at most so many characters: its beginning and its end, and between them how much is left out. */
export function cutText(text: string, most: number): { readonly text: string; readonly leftOut: number } {
  if (text.length <= most) return { text, leftOut: 0 }
  const room = Math.max(0, most - MARK_ROOM)
  const head = cutAt(text, Math.ceil(room * HEAD_SHARE))
  const tail = cutAt(text, text.length - (room - head))
  const leftOut = tail - head
  return {
    text: `${text.slice(0, head)}\n[… ${leftOut} characters left out …]\n${text.slice(tail)}`,
    leftOut,
  }
}

// An error stands at the end of what a program prints, what it was about at the beginning.
const HEAD_SHARE = 0.6
const MARK_ROOM = 40

/** Not in the midst of a character of two units. */
function cutAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at
}
