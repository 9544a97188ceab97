import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiRequest } from '@antiphon/contract'
import type { ScriptReply } from '@antiphon/simulator'
import { type Line, readLogs } from '../headless-kit.ts'
import { createTalk, startDialogue, type Talk } from './talk-kit.ts'

/** What one long conversation left behind, in every place where somebody could look. */
export type LongConversation = {
  readonly talk: Talk
  readonly session: string
  /** The entries of the session's own log, and those of its subagent. */
  readonly log: readonly Line[]
  readonly subagentLog: readonly Line[]
  /** What the program that drove it read. */
  readonly wire: readonly Line[]
  readonly requests: readonly ApiRequest[]
}

const REPLIES: readonly ScriptReply[] = [
  {
    thinking: 'They want a song.',
    text: 'Let me look.',
    calls: [
      { name: 'Read', input: { file_path: 'song.txt' }, id: 'toolu_01read' },
      { name: 'Bash', input: { command: 'echo one; sleep 1.3; echo two' }, id: 'toolu_02bash' },
    ],
  },
  {
    calls: [
      {
        name: 'TodoWrite',
        input: { todos: [{ content: 'Sing', status: 'in_progress', activeForm: 'Singing' }] },
        id: 'toolu_03todo',
      },
      { name: 'Read', input: { file_path: 'sub/verse.txt' }, id: 'toolu_04verse' },
    ],
  },
  {
    blocks: [
      { type: 'redacted_thinking', data: 'c2VjcmV0' },
      { type: 'text', text: 'Sung.' },
    ],
  },
  {
    calls: [
      {
        name: 'Task',
        input: { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' },
        id: 'toolu_05task',
      },
    ],
  },
  { calls: [{ name: 'Read', input: { file_path: 'song.txt' }, id: 'toolu_06inner' }] },
  'Seen by the subagent.',
  'It looked.',
  { calls: [{ name: 'Read', input: { file_path: 'CLAUDE.md' }, id: 'toolu_07memory' }] },
  {
    calls: [
      { name: 'Write', input: { file_path: 'CLAUDE.md', content: 'Use spaces.\n' }, id: 'toolu_08write' },
      { name: 'Read', input: { file_path: 'none.txt' }, id: 'toolu_09none' },
    ],
  },
  'Saved.',
  'A plan.',
]

/** Four prompts, each in another permission mode: calls of every kind, a subagent, a file that changes, a plan. */
export async function holdLongConversation(): Promise<LongConversation> {
  const talk = await createTalk(REPLIES, {
    files: {
      'song.txt': 'two choirs\n',
      'CLAUDE.md': 'Use tabs.\n',
      'sub/CLAUDE.md': 'Verses rhyme.\n',
      'sub/verse.txt': 'la\n',
    },
  })
  const { agent, ask, control, end } = startDialogue(talk, [
    ...['--permission-mode', 'acceptEdits', '--allow-dangerously-skip-permissions'],
    ...['--allowedTools', 'Bash(echo:*),Bash(sleep:*),Task'],
  ])
  const setMode = (mode: string): Promise<Line> => control({ subtype: 'set_permission_mode', mode })
  await ask('Sing')
  await setMode('default')
  await ask('Send somebody')
  writeFileSync(join(talk.folder, 'song.txt'), 'three choirs\n')
  await setMode('bypassPermissions')
  await ask('Remember it')
  await setMode('plan')
  await ask('Plan')
  await end()
  const session = String(agent.events.find(({ subtype }) => subtype === 'init')?.session_id)
  const isOfSubagent = ({ isSidechain }: Line): boolean => isSidechain === true
  return {
    ...{ talk, session, wire: agent.events, requests: talk.requests() },
    log: readLogs(talk.root, `${session}.jsonl`),
    subagentLog: readLogs(talk.root).filter(isOfSubagent),
  }
}
