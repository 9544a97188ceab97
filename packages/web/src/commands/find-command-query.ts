/** What somebody has typed of a command's name: `/comp` at the beginning of the text, the caret in it; undefined elsewhere. */
export function findCommandQuery(text: string, caret: number): string | undefined {
  const [, query] = /^\/([\p{L}\p{N}_:-]*)$/u.exec(text.slice(0, caret)) ?? []
  return query !== undefined && /^(?:\s|$)/.test(text.slice(caret)) ? query : undefined
}
