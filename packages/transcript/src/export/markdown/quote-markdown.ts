import { stripControl } from '@antiphon/core/ui'
import { escapeProseLine } from './escape-prose-line.ts'
import { fence } from './fence.ts'

/**
 * Markdown that somebody else wrote, as a part of ours: it reads as they meant it, but it holds no HTML, loads no
 * picture, makes no heading of our ranks, and ends every block that it began.
 */
export function quoteMarkdown(text: string): string {
  const output: string[] = []
  let code: OpenFence | null = null
  for (const line of stripControl(text).split('\n')) {
    if (code === null) {
      code = openFence(line)
      if (code === null) output.push(escapeProseLine(line))
    } else if (closesFence(line, code)) {
      output.push(fence(code.lines.join('\n'), code.info))
      code = null
    } else code.lines.push(line.slice(leadingBlanks(line, code.indent)))
  }
  if (code !== null) output.push(fence(code.lines.join('\n'), code.info))
  return output.join('\n')
}

// Written anew at the left edge, a fence belongs to no list or quote that could end before it does.
type OpenFence = {
  readonly mark: string
  readonly indent: number
  readonly info: string
  readonly lines: string[]
}

function openFence(line: string): OpenFence | null {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line)
  if (!match) return null
  const [, indent = '', mark = '', info = ''] = match
  if (mark.startsWith('`') && info.includes('`')) return null
  return { mark, indent: indent.length, info: info.trim().split(/\s/)[0] ?? '', lines: [] }
}

function closesFence(line: string, { mark }: OpenFence): boolean {
  const match = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)
  const marks = match?.[1] ?? ''
  return marks[0] === mark[0] && marks.length >= mark.length
}

function leadingBlanks(line: string, most: number): number {
  let count = 0
  while (count < most && line[count] === ' ') count += 1
  return count
}
