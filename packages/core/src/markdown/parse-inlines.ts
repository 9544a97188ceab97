import type { MarkdownInline } from './markdown-tree.ts'

/** The parts of a paragraph, a heading or a cell, in time that grows with the text alone. */
export function parseInlines(text: string, depth = 0): readonly MarkdownInline[] {
  const stack = createEmphasisStack()
  const findCode = createCodeFinder(text)
  const brackets = pairBrackets(text)
  let index = 0
  while (index < text.length) {
    PLAIN.lastIndex = index
    const plain = PLAIN.exec(text)?.[0]
    if (plain) {
      stack.add({ type: 'text', text: plain })
      index += plain.length
      continue
    }
    const special = readSpecial({ text, index, depth, findCode, brackets })
    if (special) {
      stack.add(special.inline)
      index = special.end
      continue
    }
    const run = readRun(text, index)
    if (run) stack.mark(run)
    else stack.add({ type: 'text', text: text[index] ?? '' })
    index += run?.length ?? 1
  }
  return joinTexts(stack.end())
}

// Up to what may mean something; an address of the web may begin at any `h`.
const PLAIN = /(?:(?!https?:\/\/)[^`*_~[\]!<\\\n])+/y

type Place = {
  readonly text: string
  readonly index: number
  readonly depth: number
  readonly findCode: FindCode
  readonly brackets: ReadonlyMap<number, number>
}

type Read = { readonly inline: MarkdownInline; readonly end: number }

function readSpecial(place: Place): Read | undefined {
  const { text, index, findCode } = place
  const next = text[index + 1] ?? ''
  switch (text[index]) {
    case '\n':
      return { inline: { type: 'break' }, end: index + 1 }
    case '\\':
      if (next === '\n') return { inline: { type: 'break' }, end: index + 2 }
      return ESCAPABLE.test(next) ? { inline: { type: 'text', text: next }, end: index + 2 } : undefined
    case '`':
      return findCode(index)
    case '[':
      return readLink(place, index)
    case '!':
      return next === '[' ? readImage(place) : undefined
    case '<':
    case 'h':
      return readBareAddress(text, index)
    default:
      return undefined
  }
}

const ESCAPABLE = /[!-/:-@[-`{-~]/

/** `[words](address "title")`, where the bracket has its other half. */
function readLink({ text, depth, brackets }: Place, index: number): Read | undefined {
  const close = brackets.get(index)
  if (close === undefined || depth >= DEEPEST) return undefined
  TARGET.lastIndex = close + 1
  const [target, pointed, bare] = TARGET.exec(text) ?? []
  if (target === undefined) return undefined
  const content = parseInlines(text.slice(index + 1, close), depth + 1)
  return { inline: { type: 'link', address: pointed ?? bare ?? '', content }, end: close + 1 + target.length }
}

const TARGET =
  /\([ \t]*(?:<([^<>\n]{0,2000})>|([^\s()]{0,2000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?))(?:[ \t]+"[^"\n]{0,500}")?[ \t]*\)/y
const DEEPEST = 4

function readImage(place: Place): Read | undefined {
  const link = readLink(place, place.index + 1)
  if (link?.inline.type !== 'link') return undefined
  const close = place.brackets.get(place.index + 1) ?? 0
  const words = place.text.slice(place.index + 2, close)
  return { inline: { type: 'image', address: link.inline.address, text: words }, end: link.end }
}

function readBareAddress(text: string, index: number): Read | undefined {
  ADDRESS.lastIndex = index
  const [all, pointed, bare] = ADDRESS.exec(text) ?? []
  const isInWord = bare !== undefined && /\w/.test(text[index - 1] ?? '')
  if (all === undefined || isInWord) {
    // A word that only contains the beginning of one.
    return text[index] === 'h' ? { inline: { type: 'text', text: 'h' }, end: index + 1 } : undefined
  }
  const address = pointed ?? (bare ?? '').replace(/[.,;:!?'")\]]+$/, '')
  const end = pointed === undefined ? index + address.length : index + all.length
  return { inline: { type: 'link', address, content: [{ type: 'text', text: address }] }, end }
}

const ADDRESS = /<(https?:\/\/[^\s<>]{1,2000})>|(https?:\/\/[^\s<>`*|]{1,2000})/y

type FindCode = (index: number) => Read | undefined

/** Code ends at the next run of as many marks; places have to be asked for in order. */
function createCodeFinder(text: string): FindCode {
  const runs = new Map<number, number[]>()
  for (const { index, 0: marks } of text.matchAll(/`+/g)) {
    const places = runs.get(marks.length)
    if (places) places.push(index)
    else runs.set(marks.length, [index])
  }
  const passed = new Map<number, number>()
  return index => {
    let length = 1
    while (text[index + length] === '`') length += 1
    const places = runs.get(length) ?? []
    let at = passed.get(length) ?? 0
    while ((places[at] ?? Number.POSITIVE_INFINITY) < index + length) at += 1
    passed.set(length, at)
    const close = places[at]
    if (close === undefined)
      return { inline: { type: 'text', text: '`'.repeat(length) }, end: index + length }
    const inner = text.slice(index + length, close).replaceAll('\n', ' ')
    const isPadded = /^ .*[^ ].* $|^ [^ ] $/s.test(inner.slice(0, 2000))
    return {
      inline: { type: 'code', text: isPadded ? inner.slice(1, -1) : inner },
      end: close + length,
    }
  }
}

/** Each opening bracket with the place of its closing one. */
function pairBrackets(text: string): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>()
  if (!text.includes('](')) return pairs
  const find = createCodeFinder(text)
  const open: number[] = []
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]
    if (sign === '\\') index += 1
    else if (sign === '`') index = (find(index)?.end ?? index + 1) - 1
    else if (sign === '[') open.push(index)
    else if (sign === ']') {
      const start = open.pop()
      if (start !== undefined) pairs.set(start, index)
    }
  }
  return pairs
}

type Run = {
  readonly sign: string
  readonly length: number
  readonly mayOpen: boolean
  readonly mayClose: boolean
}

function readRun(text: string, index: number): Run | undefined {
  const sign = text[index] ?? ''
  if (sign !== '*' && sign !== '_' && sign !== '~') return undefined
  let length = 1
  while (text[index + length] === sign) length += 1
  const [before, after] = [text[index - 1] ?? ' ', text[index + length] ?? ' ']
  const isLeft =
    !/\s/.test(after) && (!PUNCTUATION.test(after) || /\s/.test(before) || PUNCTUATION.test(before))
  const isRight =
    !/\s/.test(before) && (!PUNCTUATION.test(before) || /\s/.test(after) || PUNCTUATION.test(after))
  if (sign === '_')
    return {
      sign,
      length,
      mayOpen: isLeft && (!isRight || PUNCTUATION.test(before)),
      mayClose: isRight && (!isLeft || PUNCTUATION.test(after)),
    }
  if (sign === '~' && length !== 2) return { sign, length, mayOpen: false, mayClose: false }
  return { sign, length, mayOpen: isLeft, mayClose: isRight }
}

const PUNCTUATION = /[\p{P}\p{S}]/u

type Frame = { readonly sign: string; length: number; children: MarkdownInline[] }

type EmphasisStack = {
  readonly add: (inline: MarkdownInline) => void
  readonly mark: (run: Run) => void
  readonly end: () => readonly MarkdownInline[]
}

/** What is open is bounded, so that no text costs more than its length. */
function createEmphasisStack(): EmphasisStack {
  const frames: Frame[] = [{ sign: '', length: 0, children: [] }]
  const top = (): Frame => frames.at(-1) ?? { sign: '', length: 0, children: [] }

  /** Gives what stands above a frame to it, marks and all. */
  function unwind(to: number): void {
    const target = frames[to]
    for (const { sign, length, children } of frames.splice(to + 1)) {
      target?.children.push({ type: 'text', text: sign.repeat(length) })
      // One by one: there may be more of them than a call may have arguments.
      for (const child of children) target?.children.push(child)
    }
  }

  function close(sign: string, length: number): number {
    let left = length
    while (left > 0) {
      const at = frames.findLastIndex(frame => frame.sign === sign)
      if (at <= 0) return left
      unwind(at)
      const frame = top()
      const used = sign === '~' || (left >= 2 && frame.length >= 2) ? 2 : 1
      const type = sign === '~' ? 'strike' : used === 2 ? 'strong' : 'emphasis'
      const inline: MarkdownInline = { type, content: joinTexts(frame.children) }
      frame.length -= used
      left -= used
      if (frame.length === 0) {
        frames.pop()
        top().children.push(inline)
      } else frame.children = [inline]
    }
    return left
  }

  return {
    add: inline => void top().children.push(inline),
    mark({ sign, length, mayOpen, mayClose }) {
      const left = mayClose ? close(sign, length) : length
      if (left === 0) return
      if (mayOpen && frames.length < MOST_OPEN) frames.push({ sign, length: left, children: [] })
      else top().children.push({ type: 'text', text: sign.repeat(left) })
    },
    end() {
      unwind(0)
      return top().children
    },
  }
}

const MOST_OPEN = 16

function joinTexts(inlines: readonly MarkdownInline[]): readonly MarkdownInline[] {
  const joined: MarkdownInline[] = []
  let texts: string[] = []
  const flush = (): void => {
    if (texts.length > 0) joined.push({ type: 'text', text: texts.join('') })
    texts = []
  }
  for (const inline of inlines) {
    if (inline.type === 'text') texts.push(inline.text)
    else {
      flush()
      joined.push(inline)
    }
  }
  flush()
  return joined
}
