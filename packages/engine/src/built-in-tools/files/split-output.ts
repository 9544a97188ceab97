import type { Readable } from 'node:stream'

/** The output of a program, cut at a separator. A piece that is too long to be kept is left out. */
export async function* splitOutput(output: Readable, separator: string): AsyncGenerator<string> {
  let [rest, isTooLong] = ['', false]
  for await (const part of output.setEncoding('utf8') as AsyncIterable<string>) {
    const pieces = part.split(separator)
    for (const [index, piece] of pieces.entries()) {
      if (!isTooLong) rest += piece
      isTooLong ||= rest.length > MAXIMUM_UNITS
      if (isTooLong) rest = ''
      if (index === pieces.length - 1) break
      if (!isTooLong) yield rest
      ;[rest, isTooLong] = ['', false]
    }
  }
  if (rest !== '') yield rest
}

const MAXIMUM_UNITS = 64_000_000
