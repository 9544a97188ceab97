import { isObject } from '@antiphon/contract'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type DrivenAgent, type Line, listBlocks, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { attachmentsOf, createTalk, ofKind, startDialogue, type Talk } from './talk-kit.ts'

const bash = (command: string, id: string) => ({ calls: [{ name: 'Bash', input: { command }, id }] })
const hook = (matcher: string, output: object) => [
  { matcher, hooks: [{ type: 'command', command: `echo '${JSON.stringify(output)}'` }] },
]

const SETTINGS = JSON.stringify({
  hooks: {
    PreToolUse: hook('Write', {
      hookSpecificOutput: {
        ...{
          hookEventName: 'PreToolUse',
          permissionDecision: 'deny',
          permissionDecisionReason: 'no writing',
        },
      },
    }),
    PostToolUse: hook('Glob', { continue: false, stopReason: 'enough globbing' }),
    Stop: hook('', { systemMessage: 'all is well' }),
  },
})

const PREFIX = 'Permission for this action has been denied. Reason: '
const GUIDANCE = [
  'IMPORTANT: You *may* attempt to accomplish this action using other tools ' +
    'that might naturally be used to accomplish this goal, ' +
    'e.g. using head instead of cat. But you *should not* attempt to work ' +
    'around this denial in malicious ways',
  'If you believe this capability is essential, STOP and explain to the user',
]

let talk: Talk
let log: readonly Line[]
let wire: readonly Line[]

/** A host that refuses, then allows; a subagent that is refused; hooks that refuse, stop and sum up; a mode that asks nobody. */
beforeAll(async () => {
  talk = await createTalk([
    bash('touch first.txt', 'toolu_refused'),
    'I see.',
    bash('touch first.txt', 'toolu_allowed'),
    { calls: [{ name: 'Write', input: { file_path: 'x.txt', content: 'x' }, id: 'toolu_hooked' }] },
    'Thanks.',
    {
      calls: [
        {
          name: 'Task',
          input: { description: 'touch', prompt: 'touch it', subagent_type: 'general-purpose' },
        },
      ],
    },
    bash('touch second.txt', 'toolu_inner'),
    'I may not.',
    'It may not.',
    { calls: [{ name: 'Glob', input: { pattern: '*.md' }, id: 'toolu_glob' }] },
    bash('touch third.txt', 'toolu_unasked'),
    'Nobody was asked.',
    bash('touch planned.txt', 'toolu_planned'),
    'I only plan.',
    bash('node fourth.mjs', 'toolu_judged'),
    'It was judged.',
  ])
  const { agent, ask, control, end } = startDialogue(talk, [
    ...['--permission-prompt-tool', 'stdio', '--settings', SETTINGS],
  ])
  let refuses = true
  const stop = answerQuestions(agent, () =>
    refuses ? { behavior: 'deny', message: '' } : { behavior: 'allow', updatedInput: {} },
  )
  await ask('touch it')
  refuses = false
  await ask('now you may')
  refuses = true
  await ask('send somebody')
  await ask('glob')
  await control({ subtype: 'set_permission_mode', mode: 'dontAsk' })
  await ask('and now')
  await control({ subtype: 'set_permission_mode', mode: 'plan' })
  await ask('and in the plan')
  await control({ subtype: 'set_permission_mode', mode: 'auto' })
  await ask('and at last')
  await end()
  stop()
  log = readLogs(talk.root)
  wire = agent.events
})
afterAll(() => talk.close())

/** Answers each question of the agent once. */
function answerQuestions(agent: DrivenAgent, decide: (input: Line) => Line): () => void {
  const answered = new Set<unknown>()
  const timer = setInterval(() => {
    for (const { type, request_id: id, request } of agent.events) {
      if (type !== 'control_request' || answered.has(id) || !isObject(request)) continue
      answered.add(id)
      const decision = decide(request as Line)
      const response = 'updatedInput' in decision ? { ...decision, updatedInput: request.input } : decision
      const frame = { subtype: 'success', request_id: id, response }
      agent.child.stdin.write(`${JSON.stringify({ type: 'control_response', response: frame })}\n`)
    }
  }, 10)
  return () => clearInterval(timer)
}

function expectInOrder(words: string, parts: readonly string[]): void {
  const places = parts.map(part => words.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
}

function resultOf(id: string): string {
  const found = listBlocks(log).find(block => block.tool_use_id === id)
  return typeof found?.content === 'string' ? found.content : JSON.stringify(found)
}

describe('a call that is refused', () => {
  requirement(
    ['003:410', '004:352-356', '003:405-412'],
    'is answered in the seeds’ words: by a person, and inside a subagent',
    async () => {
      expect(resultOf('toolu_refused')).toMatch(
        /^The user doesn't want to proceed with this tool use\. The tool use was rejected/,
      )
      expect(resultOf('toolu_inner')).toMatch(
        /^Permission for this tool use was denied\. The tool use was rejected/,
      )
      expect(JSON.stringify(talk.requests()[1]?.messages)).toContain("The user doesn't want to proceed")
    },
  )

  requirement(['003:192', '003:225-227'], 'is told to be allowed once a person allows it', async () => {
    expect(ofKind(log, 'system', 'permission_retry')).toMatchObject([
      { commands: [expect.stringContaining('touch first.txt')], content: expect.any(String) },
    ])
    expect(resultOf('toolu_allowed')).not.toContain('want to proceed')
  })

  requirement(
    ['003:433-439', '004:364-369'],
    'by a mode that asks nobody guides the model: an honest way round, no dishonest one, and when to stop',
    async () => {
      expectInOrder(resultOf('toolu_unasked'), [
        'denied because nobody is asked in this mode (dontAsk). Reason: ',
        ...GUIDANCE,
      ])
      // A plan is made by reading on: there is no way round, and the model is told the way out.
      expectInOrder(resultOf('toolu_planned'), [
        'denied because plan mode only reads: nothing may be changed until the user has approved the plan.',
        'with ExitPlanMode when it is complete.',
      ])
      const denied = wire.filter(({ subtype }) => subtype === 'permission_denied')
      expect(denied.map(({ tool_use_id: id }) => id)).toEqual(
        expect.arrayContaining(['toolu_unasked', 'toolu_planned']),
      )
    },
  )

  requirement(
    '004:357-361',
    'by a mode that decides for itself names the reason, sends the model on, and guides it',
    async () => {
      const refusals = ['toolu_unasked', 'toolu_judged'].map(resultOf)
      const words = refusals.find(refusal => refusal.startsWith(PREFIX)) ?? ''
      expectInOrder(words, [
        PREFIX,
        ". If you have other tasks that don't depend on this action, continue working on those. ",
        ...GUIDANCE,
        ' To allow this type of action in the future, the user can add a permission rule',
      ])
    },
  )
})

describe('a hook', () => {
  requirement(
    ['003:248', '003:247', '003:254-259'],
    'that decides or stops is an attachment of the log',
    async () => {
      expect(attachmentsOf(log, 'hook_permission_decision')).toMatchObject([
        { decision: 'deny', hookEvent: 'PreToolUse', toolUseID: 'toolu_hooked' },
      ])
      expect(resultOf('toolu_hooked')).toContain('no writing')
      expect(attachmentsOf(log, 'hook_stopped_continuation')).toMatchObject([
        { message: 'enough globbing', toolUseID: 'toolu_glob' },
      ])
    },
  )

  requirement('003:195', 'at the end of a turn is summed up in the log', async () => {
    const [summary] = ofKind(log, 'system', 'stop_hook_summary')
    expect(summary).toMatchObject({ hookCount: 1, preventedContinuation: false })
    expect(JSON.stringify(summary)).toContain('all is well')
  })

  requirement(
    '004:373',
    'and every answer is heard by the program that shows them: what the engine yields reaches the wire',
    async () => {
      const spoken = listBlocks(wire).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
      for (const words of ['I see.', 'Thanks.', 'It may not.', 'Nobody was asked.'])
        expect(spoken).toContain(words)
      const plain = await talk.run([
        'show',
        String(wire.find(({ subtype }) => subtype === 'init')?.session_id),
      ])
      for (const words of ['I see.', 'Nobody was asked.']) expect(plain.stdout).toContain(words)
    },
  )
})
