import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import type { EntryUsage } from '../entries/entry-writer.ts'
import { asObject, readCount, readList, readObject, readString, readText, toIsoTime } from '../json/fields.ts'
import { createTable } from '../json/table.ts'
import { createWholeReader } from '../logs/create-whole-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import { readJsonFile } from '../logs/read-json-file.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import { renamed, type ToolRules } from '../tools/tool-rule.ts'
import { type WaitingCalls, writeBlocks } from '../tools/write-blocks.ts'

const CLINE_TOOLS: ToolRules = {
  run_commands: input => ({
    name: 'Bash',
    input: {
      ...input,
      command: readList(input, 'commands')
        .filter(one => typeof one === 'string')
        .join('\n'),
    },
  }),
  read_files: input => ({
    name: 'Read',
    input: { ...input, file_path: readString(readList(input, 'files')[0], 'path') ?? '' },
  }),
  // Nothing to replace is a file that is made.
  editor: input =>
    readText(input, 'old_text') === ''
      ? renamed('Write', { file_path: 'path', content: 'new_text' })(input)
      : renamed('Edit', { file_path: 'path', old_string: 'old_text', new_string: 'new_text' })(input),
  search_codebase: renamed('Grep', { pattern: 'query' }),
  fetch_web_content: renamed('WebFetch'),
  spawn_agent: renamed('Task', { prompt: 'task' }),
}

/** Cline's command line: a list of messages a session, written anew each time. */
export const reader: AgentReader = createWholeReader({
  agent: 'cline',
  version: 2,
  find: async place =>
    findFiles(place, {
      depth: 1,
      isLog: (name, folders) => folders.length === 1 && name.endsWith('.messages.json'),
    }),
  head: async original => readHead(original),
  beside: ({ path }) => [toManifestPath(path)],
  read({ original, chain, write, mark }) {
    const session = readJsonFile(original.path)
    if (readList(session, 'messages').length === 0) throw new Error('it is no JSON with messages')
    let called = ''
    mark(() => (called === '' ? {} : { originalTool: called }))
    const title = readString(readObject(readManifest(original), 'metadata'), 'title')
    if (title !== undefined) write.record('ai-title', { aiTitle: title })
    const open: WaitingCalls = createTable()
    const work = {
      ...{ write, open, rules: CLINE_TOOLS },
      tool(name: string) {
        called = name
      },
    }
    readList(session, 'messages').forEach((one, index) => {
      const message = asObject(one)
      const id = readString(message, 'id') ?? `message_${index}`
      write.at(id, toIsoTime(message.ts))
      const model = readString(readObject(message, 'modelInfo'), 'id')
      chain.model = model ?? chain.model
      if (readObject(message, 'metadata').kind === 'compaction_summary') {
        write.compaction(
          readList(message, 'content')
            .map(block => readText(block, 'text'))
            .join('\n'),
        )
        return
      }
      const usage = message.metrics === undefined ? undefined : toUsage(readObject(message, 'metrics'))
      writeBlocks(
        { role: readText(message, 'role'), content: message.content, id: `cline_${id}`, usage, model },
        work,
      )
    })
  },
})

/** Cache is inside of its input. */
function toUsage(metrics: JsonObject): EntryUsage {
  const read = readCount(metrics, 'cacheReadTokens')
  const written = readCount(metrics, 'cacheWriteTokens')
  return {
    input_tokens: Math.max(0, readCount(metrics, 'inputTokens') - read - written),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens: readCount(metrics, 'outputTokens'),
  }
}

/** What is known of the session beside its messages. */
function readManifest({ path }: Original): unknown {
  return readJsonFile(toManifestPath(path))
}

function toManifestPath(path: string): string {
  const folder = dirname(path)
  return join(folder, `${basename(folder)}.json`)
}

function readHead(original: Original): SessionHead | null {
  const session = readJsonFile(original.path)
  const id = readString(session, 'sessionId')
  if (id === undefined) return null
  const manifest = readManifest(original)
  const name = basename(original.path, '.messages.json')
  // Members of a team have files of their own in the folder of the session.
  const owner = name === basename(dirname(original.path)) || name === id ? undefined : id
  const startedAt =
    toIsoTime(asObject(manifest).started_at) ?? toIsoTime(asObject(readList(session, 'messages')[0]).ts)
  return {
    session: owner === undefined ? id : name,
    cwd: readString(manifest, 'cwd') ?? '',
    ...(owner !== undefined && { owner }),
    ...(startedAt !== undefined && { startedAt }),
  }
}
