import type { ShellWord } from './shell-command.ts'

/** Collects what a word is made of. */
export interface WordBuilder {
  /** Characters that mean themselves. */
  quoted(text: string): void
  /** Characters as they stand, in which patterns and braces count. */
  bare(text: string): void
  /** A piece whose value is not known. */
  unknown(source: string): void
  /** A continued line, which the shell takes out before it reads. */
  joint(from: number, to: number): void
  /** The word as it stands in the source between two places. */
  finish(source: string, from: number, to: number): ShellWord
}

export function createWordBuilder(): WordBuilder {
  let text = ''
  let certain: number | null = null
  let glob = ''
  let hasGlob = false
  let brace: number | null = null
  const joints: (readonly [from: number, to: number])[] = []

  function lose(from: number): void {
    certain = Math.min(certain ?? from, from)
  }

  return {
    quoted(piece) {
      text += piece
      glob += piece.replaceAll(/[*?[\]\\]/g, '\\$&')
    },
    bare(piece) {
      if (piece.includes('{')) brace ??= text.length + piece.indexOf('{')
      if (brace !== null && /,|\.\./.test(piece)) lose(brace)
      if (/[*?[]/.test(piece)) hasGlob = true
      text += piece
      glob += piece
    },
    unknown(source) {
      lose(text.length)
      text += source
      glob += source.replaceAll(/[*?[\]\\]/g, '\\$&')
    },
    joint(from, to) {
      joints.push([from, to])
    },
    finish: (source, start, end) => ({
      raw: cutOut(source, start, end, joints),
      text,
      certain: certain === null ? text : text.slice(0, certain),
      isDynamic: certain !== null,
      glob: hasGlob && certain === null ? glob : null,
    }),
  }
}

function cutOut(
  source: string,
  start: number,
  end: number,
  joints: readonly (readonly [from: number, to: number])[],
): string {
  let raw = ''
  let position = start
  for (const [from, to] of joints) {
    raw += source.slice(position, from)
    position = to
  }
  return raw + source.slice(position, end)
}
