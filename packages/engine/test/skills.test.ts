import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createSkillLibrary, createToolbox, createTools, skillFolders } from '../src/index.ts'
import { createEngineKit, type EngineKit, type OpenSession, run } from './engine-kit.ts'

let kit: EngineKit | undefined
afterEach(async () => {
  await kit?.close()
  kit = undefined
})

function putSkill(folder: string, name: string, description: string): void {
  const path = join(folder, '.claude', 'skills', name, 'SKILL.md')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `---\ndescription: ${description}\n---\nWhat ${name} says.`)
}

async function open(started: EngineKit): Promise<OpenSession> {
  const { folder: cwd } = started
  const folders = skillFolders({ cwd, home: join(cwd, 'home') })
  return started.open({
    toolbox: createToolbox(createTools({ agentTypes: [] })),
    services: { skills: await createSkillLibrary({ cwd, folders }) },
  })
}

function lastRequest({ simulator }: EngineKit): string {
  return JSON.stringify(simulator.log.all().at(-1)?.request?.messages)
}

describe('skills', () => {
  it('that had no room in the listing are told with the first prompt that is about them', async () => {
    kit = await createEngineKit(['One.'])
    for (let at = 0; at < 45; at++) putSkill(kit.folder, `s${at}-${'x'.repeat(180)}`, `Number ${at}.`)
    putSkill(kit.folder, 'zebra', 'Paints zebras with stripes.')
    const { engine, close } = await open(kit)
    await run(engine, 'paint some zebras please')
    await close()
    expect(lastRequest(kit)).toContain('- zebra: Paints zebras with stripes.')
  })

  it('of a folder that were told can be called after a resume', async () => {
    kit = await createEngineKit([
      { calls: [{ name: 'Read', input: { file_path: 'part/a.ts' } }] },
      'One.',
      { calls: [{ name: 'Skill', input: { skill: 'nested' } }] },
      'Two.',
    ])
    putSkill(join(kit.folder, 'part'), 'nested', 'Of the part.')
    writeFileSync(join(kit.folder, 'part', 'a.ts'), 'x')
    const first = await open(kit)
    await run(first.engine, 'look')
    await first.close()
    const second = await open(kit)
    await run(second.engine, 'go on')
    await second.close()
    expect(lastRequest(kit)).toContain('What nested says.')
  })
})
