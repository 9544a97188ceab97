import { NEWLINE } from '../read-lines.ts'

/**
 * Tells of an escape of ESC whether its line may show a run of ASCII, in small letters, once what a terminal does not
 * print is gone: colours stand in the middle of words. A line is looked at once, and parsed by nobody.
 */
export function createColouredLineTest(run: string): (bytes: Buffer, at: number) => boolean {
  let last = { bytes: NOTHING, start: 0, end: 0, isMeant: false }
  return (bytes, at) => {
    if (last.bytes === bytes && at >= last.start && at < last.end) return last.isMeant
    const start = bytes.lastIndexOf(NEWLINE, at) + 1
    const newline = bytes.indexOf(NEWLINE, at)
    const end = newline === -1 ? bytes.length : newline
    last = { bytes, start, end, isMeant: mayShow(bytes.toString('latin1', start, end), run) }
    return last.isMeant
  }
}

const NOTHING: Buffer = Buffer.alloc(0)

function mayShow(line: string, run: string): boolean {
  const isOther = line.includes(DELETE) || OTHERS.some(other => other.test(line))
  return isOther || line.replace(COLOUR, '').toLowerCase().includes(run)
}

const COLOUR = /\\u001[bB]\[[0-?]*[A-Za-z]/g
const DELETE = '\u007f'

/**
 * Whatever else is taken out of a text that holds an ESC, or spelled out in it, as a line's bytes: sequences of other
 * kinds, control characters, what turns the direction. Which of a text's neighbours meet then, only reading tells.
 * Together they would be one expression that is slower than all of them.
 */
const OTHERS: readonly RegExp[] = [
  /\\u(?:001[bB](?!\[[0-?]*[A-Za-z])|00(?:0|1(?![bB])|[89])|20[26])/,
  /(?<!\\)(?:\\\\)*\\[bf]/,
  /\xc2[\x80-\x9f]/,
  /\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])/,
]
