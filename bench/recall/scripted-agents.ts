import { readFileSync } from 'node:fs'
import { estimateText } from '@antiphon/core/usage'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { RecallQuestion } from './questions.ts'

/** What an agent got to read for a question. */
export type Effort = { readonly calls: number; readonly tokens: number; readonly read: string }

/** An agent by rule: it asks the tool that is for such a question, and reads around the best hit of a search. */
export async function askByTools(client: Client, { kind, given }: RecallQuestion): Promise<Effort> {
  const read: string[] = []
  const call = async (name: string, input: Readonly<Record<string, unknown>>): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: input })
    const [first] = content as readonly { readonly text: string }[]
    read.push(first?.text ?? '')
    return first?.text ?? ''
  }
  switch (kind) {
    case 'said': {
      const found = await call('search_sessions', { query: given, kind: 'prompt', limit: 3 })
      const [, session] = /(antiphon:\/\/session\/\S+)/.exec(found) ?? []
      const [, place] = /^ {2}(#\S+)/m.exec(found) ?? []
      if (session) await call('read_session', { link: `${session}${place ?? ''}`, max_tokens: 1200 })
      break
    }
    case 'command':
      await call('command_output', { command: given, limit: 1 })
      break
    case 'failure':
      await call('find_failures', { like: given, limit: 2 })
      break
    case 'file':
      await call('file_history', { path: given, limit: 1, max_tokens: 1200 })
      break
    case 'usage':
      await call('usage', { by: 'session', project: given })
  }
  return measure(read)
}

/**
 * The floor: an agent that has the raw files, `grep` and a reader. It looks for the lines that hold all that it knows,
 * reads what a tool shows of such an output, then what stands around the first of them.
 */
export function askByGrep(paths: readonly string[], { given, kind }: RecallQuestion): Effort {
  const words = kind === 'file' || kind === 'usage' ? [given] : (given.match(/[\p{L}\p{N}_]+/gu) ?? [])
  const hits: { readonly lines: readonly string[]; readonly at: number; readonly shown: string }[] = []
  for (const path of paths) {
    const lines = readFileSync(path, 'utf8').split('\n')
    for (const [at, line] of lines.entries()) {
      const folded = line.toLowerCase()
      if (words.every(word => folded.includes(word.toLowerCase())))
        hits.push({ lines, at, shown: `${path}:${at + 1}:${line}` })
    }
  }
  const read = [
    hits
      .map(({ shown }) => shown)
      .join('\n')
      .slice(0, SHOWN_UNITS),
  ]
  // Of a file that is newer the last line, since the question is what was last.
  const hit = kind === 'said' || kind === 'failure' ? hits[0] : hits.at(-1)
  if (hit)
    read.push(
      hit.lines
        .slice(Math.max(0, hit.at - LINES_BEFORE), hit.at + LINES_BEHIND)
        .map(line => line.slice(0, LINE_UNITS))
        .join('\n'),
    )
  return measure(read)
}

// What tools of agents usually show: 30,000 characters of a command, and of a line that is read 2,000.
const SHOWN_UNITS = 30_000
const LINE_UNITS = 2_000
const LINES_BEFORE = 10
const LINES_BEHIND = 11

function measure(read: readonly string[]): Effort {
  return {
    calls: read.length,
    tokens: read.reduce((sum, text) => sum + estimateText(text), 0),
    read: read.join('\n'),
  }
}

/** Whether what was read holds the answer, whatever its blanks, its case and the marks of JSON are. */
export function isAnswered({ read }: Effort, { answer }: RecallQuestion): boolean {
  return plain(read).includes(plain(answer))
}

function plain(text: string): string {
  return text
    .replaceAll('\\n', ' ')
    .replaceAll('\\"', '"')
    .replaceAll('\\\\', '\\')
    .replace(/\s+/g, ' ')
    .toLowerCase()
}
