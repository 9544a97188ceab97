export type LineEnding = '\n' | '\r\n'

/** Text as a model reads and writes it: every line ends with a line feed. */
export function toLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text
}

/** The ending of most lines. */
export function dominantLineEnding(text: string): LineEnding {
  let [pairs, feeds] = [0, 0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') pairs += 1
    else feeds += 1
  }
  return pairs > feeds ? '\r\n' : '\n'
}

/** Gives every line the ending. */
export function withLineEnding(text: string, ending: LineEnding): string {
  const plain = toLineFeeds(text)
  return ending === '\n' ? plain : plain.replaceAll('\n', ending)
}
