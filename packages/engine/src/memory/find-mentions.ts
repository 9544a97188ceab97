/** Something that a person named by `@` in a prompt. */
export type Mention = {
  /** What it may mean, the longest first: `src/a.ts.` may end a sentence. */
  readonly names: readonly string[]
  readonly lines?: { readonly first: number; readonly last: number }
}

/** The `@path`, `@"path with blanks"` and `@path#L3-9` of a prompt, in order, each once; an address of mail is none. */
export function findMentions(prompt: string): readonly Mention[] {
  const mentions = [...prompt.matchAll(MENTION)].map(([, quoted, plain = '']) => toMention(quoted, plain))
  return [...new Map(mentions.map(mention => [JSON.stringify(mention), mention])).values()].slice(
    0,
    MOST_MENTIONS,
  )
}

const MENTION = /(?<![^\s(["'`])@(?:"([^"\n]+)"|([^\s"]+))/g
const LINES = /#L?(\d{1,9})(?:-L?(\d{1,9}))?$/
const TRAILING = /[.,;:!?)\]}'"`]+$/
const MOST_MENTIONS = 20

function toMention(quoted: string | undefined, plain: string): Mention {
  const text = quoted ?? plain
  const trimmed = quoted === undefined ? text.replace(TRAILING, '') : text
  const [, first, last] = LINES.exec(trimmed) ?? []
  const name = first === undefined ? trimmed : trimmed.replace(LINES, '')
  const names = [...new Set([text, trimmed, name])].filter(candidate => candidate !== '')
  if (first === undefined) return { names }
  return { names, lines: { first: Number(first), last: Number(last ?? first) } }
}
