import type { Key, KeyName, PressedKey } from './key.ts'

/** Understands what a terminal sends, in whatever pieces it arrives. */
export interface KeyReader {
  push(input: string): readonly Key[]
  /** What waits for its end: a lone Escape, which may be the key, or a sequence that has begun; null where nothing waits. */
  waitsFor(): 'escape' | 'sequence' | null
  /** Nothing more comes for a while: what waits is what was pressed. */
  flush(): readonly Key[]
}

/** A reader that has heard nothing. Nothing that is sent to it is taken for a letter unless it is one. */
export function createKeyReader(): KeyReader {
  let rest = ''
  let paste: string[] | null = null

  function read(isFinal: boolean): readonly Key[] {
    const keys: Key[] = []
    while (rest !== '') {
      if (paste !== null) {
        const end = rest.indexOf(PASTE_END)
        const taken = end === -1 ? keepTail(rest) : end
        paste.push(rest.slice(0, taken))
        rest = rest.slice(end === -1 ? taken : end + PASTE_END.length)
        if (end === -1) break
        keys.push({ kind: 'paste', text: toPlainLines(paste.join('')) })
        paste = null
        continue
      }
      const sequence = takeSequence(rest, isFinal)
      if (sequence === null) break
      rest = rest.slice(sequence.length)
      if (sequence === PASTE_START) paste = []
      else keys.push(toKey(sequence))
    }
    return keys
  }

  return {
    push(input) {
      rest += input
      return read(false)
    },
    waitsFor() {
      if (rest === '' || paste !== null) return null
      return BEGUN.test(rest) ? 'sequence' : 'escape'
    },
    flush: () => read(true),
  }
}

const ESCAPE = '\u001b'
const PASTE_START = `${ESCAPE}[200~`
const PASTE_END = `${ESCAPE}[201~`

/** How much of a paste is sure to be no part of its end. */
function keepTail(text: string): number {
  const start = text.lastIndexOf(ESCAPE)
  return start !== -1 && PASTE_END.startsWith(text.slice(start)) ? start : text.length
}

/** Lines end in one way, whatever was copied; what is no text is left out. */
function toPlainLines(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
}

/** The first sequence or letter; null where its end has not come. */
function takeSequence(text: string, isFinal: boolean): string | null {
  if (!text.startsWith(ESCAPE)) return String.fromCodePoint(text.codePointAt(0) ?? 0)
  const whole = SEQUENCE.exec(text)
  if (whole) return whole[0]
  // Nobody types a sequence that has more than its first two signs, however slowly the rest comes.
  const isPending = UNFINISHED.test(text) && (!isFinal || UNTYPED.test(text))
  if (isPending && text.length < LONGEST) return null
  // Escape, or Alt with the letter behind it.
  const next = text.codePointAt(1)
  if (next === undefined) return ESCAPE
  return text[1] === ESCAPE ? ESCAPE : ESCAPE + String.fromCodePoint(next)
}

const LONGEST = 256
// CSI, the function keys of SS3, and strings (OSC, DCS, APC, PM) up to their end.
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
  /^\u001b(?:\[[0-?]*[ -/]*[@-~]|O[A-Za-z]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\))/
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const UNFINISHED = /^\u001b(?:$|\[[0-?]*[ -/]*$|O$|[\]PX^_][^\u0007\u001b]*\u001b?$)/

// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const UNTYPED = /^\u001b(?:\]\d+;|\[[0-?])/
// Alt with these is no key of ours, so that nobody who pressed it notices the wait.
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const BEGUN = /^\u001b(?:\[|O$|\]\d)/

function toKey(sequence: string): Key {
  if (!sequence.startsWith(ESCAPE)) return toLetter(sequence, false)
  if (sequence === ESCAPE) return press('escape')
  const kind = sequence[1] ?? ''
  if (sequence.length > 2 && (kind === '[' || kind === 'O')) return toFunction(sequence)
  if (sequence.length > 2 && ']PX^_'.includes(kind)) return { kind: 'reply', text: sequence.slice(2) }
  return toLetter(sequence.slice(1), true)
}

function toLetter(letter: string, alt: boolean): Key {
  const code = letter.codePointAt(0) ?? 0
  if (code === 13) return press('enter', { alt })
  // Ctrl-J; terminals send it for Shift-Enter, too.
  if (code === 10) return press('enter', { shift: true, alt })
  if (code === 9) return press('tab', { alt })
  if (code === 127 || code === 8) return press('backspace', { alt, ctrl: code === 8 })
  if (code === 0) return press('text', { text: ' ', ctrl: true, alt })
  if (code < 27) return press('text', { text: String.fromCharCode(code + 96), ctrl: true, alt })
  if (code < 32) return press('text', { text: String.fromCharCode(code + 64), ctrl: true, alt })
  return press('text', { text: letter, alt })
}

function press(name: KeyName, held: Partial<PressedKey> = {}): PressedKey {
  return { kind: 'key', name, text: '', ctrl: false, alt: false, shift: false, ...held }
}

/** `CSI 1;5A`, `CSI 3~`, `CSI 97;5u`, `SS3 A`: a name by the last sign or the number, and what was held. */
function toFunction(sequence: string): Key {
  const last = sequence.at(-1) ?? ''
  const numbers = sequence.slice(2, -1).split(';')
  if (sequence === `${ESCAPE}[I` || sequence === `${ESCAPE}[O`)
    return { kind: 'focus', isFocused: last === 'I' }
  // Answers begin as keys do, and have a mark that no key has.
  if (/^[?>=]/.test(numbers[0] ?? '') || last === 'R' || last === 'c')
    return { kind: 'reply', text: sequence.slice(2) }
  const modifiers = Number(numbers[1]?.split(':')[0] ?? 1) - 1
  const held = { shift: (modifiers & 1) !== 0, alt: (modifiers & 2) !== 0, ctrl: (modifiers & 4) !== 0 }
  if (last === 'Z') return press('tab', { shift: true })
  // Keys of the window manager, such as Super, make another key of any letter.
  if ((modifiers & OTHERS) !== 0) return press('unknown', held)
  if (last === 'u') {
    const [code, shifted] = (numbers[0] ?? '').split(':').map(Number)
    return toCode((held.shift && shifted) || (code ?? Number.NaN), held)
  }
  // What `modifyOtherKeys` sends: 27;modifiers;code~.
  if (last === '~' && numbers[0] === '27') return toCode(Number(numbers[2]), held)
  const name = last === '~' ? BY_NUMBER.get(Number(numbers[0])) : BY_LETTER.get(last)
  return press(name ?? 'unknown', held)
}

function toCode(code: number, held: Partial<PressedKey>): Key {
  const name = BY_CODE.get(code)
  if (name) return press(name, held)
  const isKey = code >= FIRST_OF_KEYS && code <= LAST_OF_KEYS
  if (!(code >= 32 && code <= 0x10ffff) || isKey) return press('unknown', held)
  const letter = String.fromCodePoint(code)
  // What these send where nothing tells them from Tab, Enter and Escape is what fingers expect of them.
  const same = held.ctrl && !held.shift ? SAME_WITH_CTRL.get(letter) : undefined
  if (same) return press(same.name, { ...same.held, alt: held.alt === true })
  return press('text', { ...held, text: held.shift && !held.ctrl ? letter.toUpperCase() : letter })
}

/** Super, Hyper, Meta. */
const OTHERS = 8 | 16 | 32

// The protocol of kitty gives keys without a letter these numbers, which are nobody's letters.
const FIRST_OF_KEYS = 57_344
const LAST_OF_KEYS = 63_743

const SAME_WITH_CTRL: ReadonlyMap<string, { readonly name: KeyName; readonly held: Partial<PressedKey> }> =
  new Map([
    ['i', { name: 'tab', held: {} }],
    ['m', { name: 'enter', held: {} }],
    ['j', { name: 'enter', held: { shift: true } }],
    ['[', { name: 'escape', held: {} }],
  ])

const BY_CODE: ReadonlyMap<number, KeyName> = new Map([
  [57_414, 'enter'],
  [57_417, 'left'],
  [57_418, 'right'],
  [57_419, 'up'],
  [57_420, 'down'],
  [57_421, 'page-up'],
  [57_422, 'page-down'],
  [57_423, 'home'],
  [57_424, 'end'],
  [57_425, 'insert'],
  [57_426, 'delete'],
  [9, 'tab'],
  [13, 'enter'],
  [27, 'escape'],
  [127, 'backspace'],
])

const BY_LETTER: ReadonlyMap<string, KeyName> = new Map([
  ['A', 'up'],
  ['B', 'down'],
  ['C', 'right'],
  ['D', 'left'],
  ['F', 'end'],
  ['H', 'home'],
  ['M', 'enter'],
  ['P', 'function'],
  ['Q', 'function'],
  ['S', 'function'],
])

const BY_NUMBER: ReadonlyMap<number, KeyName> = new Map([
  [1, 'home'],
  [2, 'insert'],
  [3, 'delete'],
  [4, 'end'],
  [5, 'page-up'],
  [6, 'page-down'],
  [7, 'home'],
  [8, 'end'],
])
