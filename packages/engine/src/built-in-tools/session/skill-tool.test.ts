import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSkillLibrary, skillFolders } from '../../skills/create-skill-library.ts'
import type { ToolHarness } from '../../testing/tool-harness.ts'
import { createSkillTool } from './skill-tool.ts'
import { closeHarnesses, harnessWith } from './testing/open-harnesses.ts'

afterEach(closeHarnesses)

describe('Skill', () => {
  let harness: ToolHarness

  beforeEach(async () => {
    const folders = await harnessWith()
    const write = (place: string, name: string, text: string): void => {
      const folder = folders.path(place, '.claude', 'skills', name)
      mkdirSync(folder, { recursive: true })
      writeFileSync(`${folder}/SKILL.md`, text)
    }
    write('project', 'pdf', '---\nname: pdf\ndescription: "Reads: \\"PDFs\\""\n---\n\nUse the tool.\n')
    write('project', 'both', '---\nname: both\ndescription: of the project\n---\nproject')
    write('home', 'both', '---\nname: both\ndescription: of the person\n---\nperson')
    write(
      'home',
      'args',
      '---\r\nname: args\r\ndescription: >-\r\n  folded\r\n  text\r\n---\r\nDo $ARGUMENTS twice: $ARGUMENTS',
    )
    write('home', 'plain', '# Plain words\nmore')
    write('home', 'secret', '---\nname: secret\ndisable-model-invocation: true\n---\nx')
    mkdirSync(folders.path('home', '.claude', 'skills', 'empty'))
    symlinkSync(
      folders.path('project', '.claude', 'skills', 'pdf'),
      folders.path('home', '.claude', 'skills', 'linked'),
    )
    const skills = await createSkillLibrary({
      folders: [
        ...skillFolders({ cwd: folders.path('project'), home: folders.path('home') }),
        { path: folders.path('nowhere'), root: null },
      ],
    })
    harness = await harnessWith({ skills })
  })

  it('lists what the folders hold, the person before the project', () => {
    expect(harness.context.services.skills?.list()).toEqual([
      { name: 'args', description: 'folded text' },
      { name: 'both', description: 'of the person' },
      { name: 'pdf', description: 'Reads: "PDFs"' },
      { name: 'plain', description: 'Plain words' },
    ])
  })

  it('brings the instructions as a message for the model alone', async () => {
    const { outcome } = await harness.run(createSkillTool(), { skill: '/pdf', args: 'a.pdf' })
    expect(outcome.data).toEqual({ success: true, commandName: 'pdf' })
    expect(outcome.messages).toMatchObject([
      { type: 'user', isMeta: true, sourceToolUseID: 'toolu_test', timestamp: '2026-01-02T03:04:05.678Z' },
    ])
    const [message] = outcome.messages ?? []
    const text = JSON.stringify(message)
    expect(text).toMatch(
      /Base directory for this skill: [^\\]*skills\/(linked|pdf)\\n\\nUse the tool\.\\n\\nARGUMENTS: a\.pdf/,
    )
  })

  it('puts arguments where the author wants them', async () => {
    const { outcome } = await harness.run(createSkillTool(), { skill: 'args', args: '$& it' })
    expect(JSON.stringify(outcome.messages)).toContain('Do $& it twice: $& it')
  })

  it('names those that there are when it is asked for another', async () => {
    for (const skill of ['nothing', 'secret', '../../etc']) {
      const { text, outcome } = await harness.run(createSkillTool(), { skill })
      expect(outcome.isError).toBe(true)
      expect(text).toContain('args, both, pdf, plain')
    }
    expect((await (await harnessWith()).run(createSkillTool(), { skill: 'x' })).text).toContain(
      'There are none',
    )
  })

  it('reads no skill of a project through a link that leads out, nor one that does not end', async () => {
    const folders = await harnessWith()
    const place = (name: string): string => {
      mkdirSync(folders.path('.claude', 'skills', name), { recursive: true })
      return folders.path('.claude', 'skills', name, 'SKILL.md')
    }
    const outside = await harnessWith()
    writeFileSync(outside.path('secret'), 'the secret')
    symlinkSync(outside.path('secret'), place('link'))
    execFileSync('mkfifo', [place('pipe')])
    writeFileSync(place('long'), 'x'.repeat(600_000))
    writeFileSync(folders.path('words'), 'words')
    symlinkSync('../../../words', place('inside'))
    const skills = await createSkillLibrary({ folders: skillFolders({ cwd: folders.cwd, home: '/nowhere' }) })
    expect(skills.list().map(({ name }) => name)).toEqual(['inside'])
    expect(skills.problems.map(({ file, what }) => [file.split('/').at(-2), what])).toEqual([
      ['link', expect.stringContaining('leads out of')],
      ['long', expect.stringContaining('larger than')],
      ['pipe', 'it is a named pipe, not a file'],
    ])
  })

  it('reads no skill that a rule forbids to read', async () => {
    const { text, outcome } = await (
      await harnessWith(harness.context.services, () => path => !path.includes('args'))
    ).run(createSkillTool(), { skill: 'args' })
    expect(outcome.isError).toBe(true)
    expect(text).toContain('A rule forbids to read')
    expect(outcome.messages ?? []).toEqual([])
  })

  it('is named in rules by the skill', async () => {
    expect((await harness.prepare(createSkillTool(), { skill: 'pdf' })).access).toEqual({
      kind: 'tool',
      detail: 'pdf',
    })
  })
})
