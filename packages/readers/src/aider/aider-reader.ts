import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { EntryUsage } from '../entries/entry-writer.ts'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import { toOriginal } from '../logs/find-files.ts'
import type { AgentReader, Original } from '../reader.ts'
import { countSaid, parseRun, splitRuns } from './aider-markdown.ts'

/** Aider: one page of Markdown for all runs of a repository, each a session. */
export const reader: AgentReader = createWholeReader({
  agent: 'aider',
  version: 2,
  find: async place => {
    const file = toOriginal(place)
    if (!file) return { originals: [], problems: [] }
    if ('reason' in file) return { originals: [], problems: [file] }
    const originals = splitRuns(readFileSync(place, 'utf8')).map(({ name, text, time }) => ({
      ...file,
      row: name,
      stamp: createHash('sha1').update(text).digest('hex'),
      modifiedAt: time === undefined ? file.modifiedAt : Math.min(file.modifiedAt, time),
      bytes: text.length,
    }))
    return { originals, problems: [] }
  },
  head: async original => {
    const run = findRun(original)
    if (!run) return null
    const place = createHash('sha1').update(original.path).digest('hex').slice(0, 8)
    return {
      session: `${run.name.replaceAll(/\D+/g, '-')}-${place}`,
      cwd: dirname(original.path),
      ...(run.time !== undefined && { startedAt: new Date(run.time).toISOString() }),
    }
  },
  read({ original, head, chain, write }) {
    const run = findRun(original)
    if (!run) throw new Error('the run is gone')
    let answers = 0
    for (const piece of parseRun(run.text)) {
      write.at(`${original.row}#${piece.line}`)
      const id = `aider_${head.session}_${answers}`
      if (piece.kind === 'prompt') write.user(piece.text)
      else if (piece.kind === 'answer') write.answer({ id, content: [{ type: 'text', text: piece.text }] })
      else {
        chain.model = /^(?:Main )?[Mm]odel: (\S+)/m.exec(piece.text)?.[1] ?? chain.model
        chain.version = /^Aider v(\S+)/m.exec(piece.text)?.[1] ?? chain.version
        const usage = countUsage(piece.text)
        if (usage) {
          write.usage(id, usage)
          answers += 1
        }
        write.system('informational', { content: piece.text, level: 'info' })
      }
    }
  },
})

function findRun({ path, row }: Original): ReturnType<typeof splitRuns>[number] | undefined {
  return splitRuns(readFileSync(path, 'utf8')).find(({ name }) => name === row)
}

/** The program tells rounded numbers, with cache inside of what was sent: `Tokens: 5.5k sent, 1.2k cache write, 3k cache hit, 16 received.` */
function countUsage(notes: string): EntryUsage | undefined {
  const line = /^Tokens: (.*)$/m.exec(notes)?.[1]
  if (line === undefined) return undefined
  const read = countSaid(line, 'cache hit') || countSaid(line, 'cached')
  const written = countSaid(line, 'cache write')
  return {
    input_tokens: Math.max(0, countSaid(line, 'sent') - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: countSaid(line, 'received'),
  }
}
