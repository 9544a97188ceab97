import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScriptModel, type ScriptReply } from '@antiphon/simulator'
import { describe, expect } from 'vitest'
import { DRIVEN, type DrivenAgent, type Line, listRefusals, readLogs, waitFor } from '../headless-kit.ts'
import { collect, startAntiphon } from '../spawn-antiphon.ts'
import { requirement } from './requirement.ts'
import { setUpModelled } from './scripted-kit.ts'

const ANN = { kind: 'human', author: { id: 'ann-1', name: 'Ann' } }
const BEN = { kind: 'human', author: { id: 'ben-1', name: 'Ben' } }

const REPLIES: readonly ScriptReply[] = [
  { calls: [{ name: 'Bash', input: { command: 'touch made.txt' } }] },
  'Made.',
  'And that, too.',
]

const open = setUpModelled()

describe('several people in one session, over stream-json', () => {
  requirement(
    '003:471-476',
    'have names in the log, are read by the model, and are told to hosts',
    async () => {
      const kit = await open(createScriptModel(REPLIES))
      writeFileSync(join(kit.folder, 'notes.md'), 'one\n')
      const agent = kit.start([...DRIVEN, '--permission-prompt-tool', 'stdio'])

      const [first, second] = [randomUUID(), randomUUID()]
      prompt(agent, 'Make the file', ANN, first)
      const question = await agent.until(({ type }) => type === 'control_request')

      // Both come while Ann's turn waits: an edit and a prompt, each by its author.
      await ask(agent, { subtype: 'presence', origin: ANN, activity: 'idle' })
      await ask(agent, { subtype: 'presence', origin: BEN, activity: 'typing' })
      await ask(agent, { subtype: 'peer_edit', origin: BEN, path: 'notes.md', note: 'a second line' })
      frame(agent, {
        type: 'control_response',
        response: { subtype: 'success', request_id: question?.request_id, response: { behavior: 'allow' } },
        origin: BEN,
      })
      await agent.until(({ type }) => type === 'result')
      prompt(agent, 'And another thing', { ...BEN, kind: 'human' }, second)
      await agent.until(event => isResultOf(event, second))
      await ask(agent, { subtype: 'presence', origin: BEN, activity: 'gone' })
      // What a host says of a sender is a name and nothing else.
      expect(
        await ask(agent, { subtype: 'presence', origin: { kind: 'system' }, activity: 'idle' }),
      ).toMatchObject({
        subtype: 'error',
        error: expect.stringContaining('needs origin'),
      })
      agent.hush()
      expect(await agent.ended).toMatchObject({ code: 0 })
      expect(listRefusals(kit.simulator)).toEqual([])

      const log = readLogs(kit.root)
      const prompts = log.filter(({ type, origin }) => type === 'user' && origin !== undefined)
      expect(prompts).toMatchObject([
        { uuid: first, origin: ANN },
        { uuid: second, origin: BEN },
      ])
      expect(attachmentsOf(log, /^peer_/)).toMatchObject([
        { type: 'peer_answer', origin: BEN, behavior: 'allow', toolName: 'Bash', promptAuthor: ANN.author },
        { type: 'peer_edit', origin: BEN, path: 'notes.md', note: 'a second line' },
        { type: 'peer_prompt', origin: BEN, previous: ANN.author },
      ])

      // The model reads what Ben did, and who speaks.
      const sent = JSON.stringify(kit.simulator.log.all().at(-1)?.request?.messages)
      for (const words of [
        String.raw`\"Ben\", not \"Ann\", whose prompt you are working on, allowed the call of Bash`,
        String.raw`\"Ben\" changed notes.md.`,
        String.raw`The next prompt is by \"Ben\"; the one before it was by \"Ann\".`,
      ])
        expect(sent).toContain(words)

      // People read it on the screen and in an export.
      const session = String(log.find(({ uuid }) => uuid === first)?.sessionId)
      const read = async (command: string): Promise<string> =>
        (await collect(startAntiphon([command, session], kit.env, kit.folder))).stdout
      const [shown, exported] = await Promise.all([read('show'), read('export')])
      for (const words of [
        '(by Ann)',
        '(by Ben)',
        'Ben allowed: Bash',
        'Ben changed notes.md: a second line',
      ])
        expect(shown).toContain(words)
      expect(exported).toContain('## Prompt by Ben')

      // Who is here is told to the host, and stored nowhere.
      const told = agent.events.filter(({ subtype }) => subtype === 'presence')
      expect(told.map(({ people }) => people)).toEqual([
        [{ author: ANN.author, activity: 'idle' }],
        [
          { author: ANN.author, activity: 'idle' },
          { author: BEN.author, activity: 'typing' },
        ],
        [{ author: ANN.author, activity: 'idle' }],
      ])
      expect(JSON.stringify(log)).not.toContain('"presence"')
      expect(agent.events.filter(({ subtype }) => /^peer_/.test(String(subtype)))).toMatchObject([
        { subtype: 'peer_edit', origin: BEN, path: 'notes.md' },
        { subtype: 'peer_answer', origin: BEN, behavior: 'allow', tool_name: 'Bash' },
      ])
      expect(agent.events.find(({ isReplay, uuid }) => isReplay === true && uuid === second)).toMatchObject({
        origin: BEN,
      })
    },
  )

  requirement(
    '003:471-476',
    'keep their names over a crash of the program, each prompt in its order',
    async () => {
      const script = createScriptModel([
        { text: 'never', delay: 3_600_000 },
        ...['For one.', 'Again.', 'And again.'],
      ])
      let asked = 0
      const kit = await open({
        name: 'counted',
        answer(request, turn) {
          asked++
          return script.answer(request, turn)
        },
      })
      const agent = kit.start(DRIVEN)
      prompt(agent, 'First', ANN)
      await agent.until(({ type, subtype }) => type === 'system' && subtype === 'init')
      prompt(agent, 'Second', BEN)
      prompt(agent, 'Third', { kind: 'human', author: { id: '<b>', name: 'C\u202ey<i>\u0007' } })
      await waitFor(() => readLogs(kit.root).filter(({ operation }) => operation === 'enqueue').length === 3)
      // The first turn has begun: the model was asked.
      await waitFor(() => asked === 1)
      agent.child.kill('SIGKILL')
      await agent.ended

      const again = kit.start([...DRIVEN, '--continue'])
      prompt(again, 'Go on', ANN)
      await again.until(event => event.type === 'result' && String(event.result).includes('And again.'))
      again.hush()
      await again.ended
      const said = readLogs(kit.root)
        .filter(({ type, origin }) => type === 'user' && origin !== undefined)
        .map(({ message, origin }) => [(message as Line).content, (origin as typeof ANN).author.name])
      expect(said.slice(-3)).toEqual([
        ['Second', 'Ben'],
        ['Third', 'Cy i'],
        ['Go on', 'Ann'],
      ])
    },
  )
})

function frame({ child }: DrivenAgent, event: object): void {
  child.stdin.write(`${JSON.stringify(event)}\n`)
}

function prompt(agent: DrivenAgent, content: string, origin: object, uuid: string = randomUUID()): void {
  frame(agent, { type: 'user', message: { role: 'user', content }, origin, uuid })
}

async function ask(agent: DrivenAgent, request: object): Promise<Line> {
  const id = randomUUID()
  frame(agent, { type: 'control_request', request_id: id, request })
  const answer = await agent.until(({ response }) => (response as Line | undefined)?.request_id === id)
  return answer?.response as Line
}

function isResultOf({ type, user_message_uuids: uuids }: Line, uuid: string): boolean {
  return type === 'result' && Array.isArray(uuids) && uuids.includes(uuid)
}

function attachmentsOf(log: readonly Line[], type: RegExp): readonly Line[] {
  return log.flatMap(({ attachment }) => {
    const found = attachment as Line | undefined
    return found && type.test(String(found.type)) ? [found] : []
  })
}
