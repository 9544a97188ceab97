/** Which lines of an answer that is still being written cannot change any more. */
export function countStableLines(text: string, format: (text: string) => readonly string[]): number {
  const end = findLastBreak(text)
  if (end <= 0) return 0
  const stable = format(text.slice(0, end))
  const whole = format(text)
  // What follows may still change what stands before it: a list that grows loose, a reference that a link waits for.
  return stable.every((line, index) => line === whole[index]) ? stable.length : 0
}

/** Where the last block begins: behind an empty line outside of fenced code. */
function findLastBreak(text: string): number {
  let [at, found] = [0, 0]
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    at += line.length + 1
    // Lines of a list or a quote belong to what is before the empty line.
    if (line.trim() === '' && fence === null && at < text.length && /^[^\s>*+\-\d]/.test(text.slice(at)))
      found = at
  }
  return found
}
