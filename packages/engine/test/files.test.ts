import { readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createToolbox, createTools, decidePermission, type QueryEngineOptions } from '../src/index.ts'
import { createEngineKit, type EngineKit, run } from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

const real = (): Pick<QueryEngineOptions, 'toolbox' | 'permissions'> => ({
  toolbox: createToolbox(createTools().filter(({ name }) => name !== 'Snip')),
  permissions: {
    mode: 'acceptEdits',
    rules: { allow: [], deny: ['Read(secret.txt)'], ask: [] },
    additionalDirectories: [],
    decide: decidePermission,
    ask: null,
  },
})

describe('an agent with its real tools', () => {
  it('reads, edits and hears of what others changed, and no request is refused', async () => {
    kit = await createEngineKit([
      { calls: [{ name: 'Read', input: { file_path: 'a.txt' } }] },
      { calls: [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'uno' } }] },
      'Edited.',
      'I see.',
    ])
    const file = join(kit.folder, 'a.txt')
    writeFileSync(file, 'one\ntwo\n')
    const { engine, close } = await kit.open(real())
    expect((await run(engine, 'edit it')).result.text).toBe('Edited.')
    expect(readFileSync(file, 'utf8')).toBe('uno\ntwo\n')
    writeFileSync(file, 'uno\ndue\n')
    utimesSync(file, new Date(), new Date(Date.now() + 5000))
    await run(engine, 'and now?')
    const requests = kit.simulator.log.all()
    expect(JSON.stringify(requests.at(-1)?.request?.messages)).toContain('due')
    expect(requests.map(({ refusal }) => refusal)).toEqual([null, null, null, null])
    await close()
  })

  it('attaches what a person names by @, and not what a rule forbids', async () => {
    kit = await createEngineKit(['Thanks.'])
    writeFileSync(join(kit.folder, 'notes.md'), 'the plan is good\n')
    writeFileSync(join(kit.folder, 'secret.txt'), 'the key is under the mat\n')
    const { engine, close } = await kit.open(real())
    await run(engine, 'look at @notes.md and @secret.txt')
    const sent = JSON.stringify(kit.simulator.log.all()[0]?.request?.messages)
    expect(sent).toContain('the plan is good')
    expect(sent).not.toContain('under the mat')
    expect(kit.simulator.log.all()[0]?.refusal).toBe(null)
    await close()
  })

  it('shows what a rule forbids to no search, and to no command', async () => {
    kit = await createEngineKit([
      { calls: [{ name: 'Grep', input: { pattern: 'mat|plan', output_mode: 'content' } }] },
      { calls: [{ name: 'Glob', input: { pattern: '*.{md,txt}' } }] },
      { calls: [{ name: 'Bash', input: { command: 'cat secret.txt' } }] },
      { calls: [{ name: 'Bash', input: { command: 'cat innocent.txt' } }] },
      { calls: [{ name: 'Bash', input: { command: 'cat notes.md' } }] },
      'Done.',
    ])
    writeFileSync(join(kit.folder, 'notes.md'), 'the plan is good\n')
    writeFileSync(join(kit.folder, 'secret.txt'), 'the key is under the mat\n')
    symlinkSync(join(kit.folder, 'secret.txt'), join(kit.folder, 'innocent.txt'))
    const { engine, close } = await kit.open(real())
    const { result } = await run(engine, 'search')
    expect(result.text).toBe('Done.')
    const results = kit.simulator.log.all().map(({ request }) => JSON.stringify(request?.messages.at(-1)))
    expect(results[1]).toContain('notes.md:1:the plan is good')
    expect(results[2]).toContain('notes.md')
    expect(results[5]).toContain('the plan is good')
    for (const text of results) expect(text).not.toMatch(/under the mat|secret\.txt|innocent\.txt/)
    expect(result.denials.map(({ tool_input }) => tool_input.command)).toEqual([
      'cat secret.txt',
      'cat innocent.txt',
    ])
    await close()
  })
})
