import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { ChainState } from '../entries/entry-writer.ts'
import { asObject, readList, readObject, readString, readText } from '../json/fields.ts'
import { createLineReader } from '../logs/create-line-reader.ts'
import { findFiles } from '../logs/find-files.ts'
import type { AgentReader, Original, SessionHead } from '../reader.ts'
import type { ToolRules } from '../tools/tool-rule.ts'
import { renamed, shell } from '../tools/tool-rule.ts'
import { type WaitingCalls, writeBlocks } from '../tools/write-blocks.ts'

type CursorState = ChainState & { open: WaitingCalls; tool: string; lines: number }

const CURSOR_TOOLS: ToolRules = {
  run_terminal_cmd: shell('command'),
  Shell: shell('command'),
  read_file: renamed('Read', { file_path: 'target_file' }),
  Agent: renamed('Task'),
}

/** Cursor's agent: transcripts without times, models or tokens; newer ones have calls, few have results. */
export const reader: AgentReader = createLineReader<CursorState>({
  agent: 'cursor',
  version: 2,
  find: async place =>
    findFiles(place, {
      depth: 4,
      isWanted: (name, folders) => folders.length !== 1 || name === 'agent-transcripts',
      isLog: (name, folders) => folders[1] === 'agent-transcripts' && name.endsWith('.jsonl'),
    }),
  head: async original => readHead(original),
  begin: chain => ({ ...chain, open: {}, tool: '', lines: 0 }),
  mark: ({ tool }) => (tool === '' ? {} : { originalTool: tool }),
  read(line, work, raw) {
    const { state, write, head } = work
    state.lines += 1
    if (line.type === 'turn_ended') return
    const role = readString(line, 'role')
    if (role === undefined) {
      write.unknown(raw())
      return
    }
    const content = readList(readObject(line, 'message'), 'content').map(unwrap)
    writeBlocks(
      { role, content, id: `cursor_${head.session}_${state.lines}` },
      {
        ...{ write, open: state.open, rules: CURSOR_TOOLS },
        tool(name) {
          state.tool = name
        },
      },
    )
  },
})

/** What was typed stands in a tag. */
function unwrap(block: unknown): unknown {
  const typed = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(readText(block, 'text'))?.[1]
  return typed === undefined ? block : { ...asObject(block), text: typed }
}

function readHead({ path }: Original): SessionHead | null {
  const session = basename(path, '.jsonl')
  const folder = dirname(path)
  const owner = basename(folder) === 'subagents' ? basename(dirname(folder)) : undefined
  // Nothing in the file tells a time: when it was made is all that is known.
  const made = statSync(path, { throwIfNoEntry: false })?.birthtime
  return {
    session,
    cwd: findDirectory(path),
    ...(owner !== undefined && { owner }),
    ...(made && made.getTime() > 0 && { startedAt: made.toISOString() }),
  }
}

/** The folder's name is the path with dashes, which may stand for anything: only a directory that is there counts. */
function findDirectory(path: string): string {
  const name = /[/\\]([^/\\]+)[/\\]agent-transcripts[/\\]/.exec(path)?.[1] ?? ''
  const directory = `/${name.replaceAll('-', '/')}`
  return statSync(directory, { throwIfNoEntry: false })?.isDirectory() ? directory : ''
}
