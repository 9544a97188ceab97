import { join } from 'node:path'
import { expect } from 'vitest'
import { DRIVEN, type Line, listRefusals, readLogs } from '../headless-kit.ts'
import { requirement } from './requirement.ts'
import { ask, put, setUpScripted } from './scripted-kit.ts'

const open = setUpScripted()

function putSkill(folder: string, name: string, head: string, body = 'Do it.'): void {
  put(join(folder, name, 'SKILL.md'), `---\nname: ${name}\n${head}\n---\n${body}\n`)
}

const attachmentsOf = (root: string, kind: string): readonly Line[] =>
  readLogs(root).flatMap(({ attachment, isSidechain }) => {
    const found = attachment as Line | undefined
    return found?.type === kind && isSidechain !== true ? [found] : []
  })

requirement(
  ['003:251', '003:275'],
  'the model is told of skills: at the start, of new ones, of those of a folder that it touches; one that works is seen',
  async () => {
    const opened = await open(
      'One.',
      'Two.',
      { calls: [{ name: 'Read', id: 'toolu_read', input: { file_path: 'part/a.ts' } }] },
      { calls: [{ name: 'Skill', id: 'toolu_skill', input: { skill: 'rhyme', args: 'moon' } }] },
      { calls: [{ name: 'Skill', id: 'toolu_fork', input: { skill: 'apart' } }] },
      'The report of the skill.',
      'Three.',
      'Four.',
    )
    const skills = join(opened.folder, '.claude/skills')
    putSkill(skills, 'rhyme', 'description: Finds rhymes.\nargument-hint: <word>', 'Rhyme on $ARGUMENTS.')
    putSkill(skills, 'apart', 'description: Works apart.\ncontext: fork', 'Look around.')
    putSkill(skills, 'mine', 'description: For people.\ndisable-model-invocation: true', 'Mine.')
    put(join(opened.folder, 'part/a.ts'), 'x')
    putSkill(join(opened.folder, 'part/.claude/skills'), 'nested', 'description: Of the part.')
    const agent = opened.start([...DRIVEN, '--allowedTools', 'Skill'])
    await ask(agent, 'first')
    putSkill(skills, 'late', 'description: Came later.')
    await ask(agent, 'second')
    await ask(agent, 'third')
    expect(await ask(agent, '/mine')).toMatchObject({ result: 'Four.' })
    agent.hush()
    expect(await agent.ended).toMatchObject({ code: 0 })
    expect(listRefusals(opened.simulator)).toEqual([])

    const requests = opened.simulator.log.all().map(({ request }) => JSON.stringify(request?.messages))
    const listing =
      'These skills can be called with the Skill tool:\\n- apart: Works apart.\\n- rhyme: Finds rhymes.'
    expect(requests[0]).toContain(listing)
    expect(requests[0]).not.toContain('mine')
    expect(requests[0]).not.toContain('Came later.')
    expect(requests[1]).toContain('- late: Came later.')
    expect(requests[2]).not.toContain('Of the part.')
    expect(requests[3]).toContain('- nested: Of the part.')
    expect(requests[4]).toContain('Rhyme on moon.')
    expect(requests[7]).toContain('<command-name>/mine</command-name>')
    expect(requests[7]).toContain('Mine.')
    // Told once: what was sent is sent again, and nothing else.
    expect(requests[7]?.split(listing)).toHaveLength(2)

    expect(attachmentsOf(opened.root, 'skill_listing')).toMatchObject([
      { isInitial: true, skillCount: 2, names: ['apart', 'rhyme'] },
    ])
    expect(attachmentsOf(opened.root, 'skill_discovery')).toMatchObject([
      { signal: 'added', skills: [{ name: 'late', description: 'Came later.' }] },
      { signal: 'folder', source: 'part/.claude/skills', skills: [{ name: 'nested' }] },
    ])
    expect(attachmentsOf(opened.root, 'dynamic_skill')).toMatchObject([{ skillNames: ['nested'] }])

    const clocks = agent.events.filter(
      ({ type, tool_name }) => type === 'tool_progress' && tool_name === 'Skill',
    )
    expect(clocks.map(({ tool_use_id }) => tool_use_id)).toEqual(['toolu_skill', 'toolu_fork'])
    const inner = agent.events.filter(({ parent_tool_use_id: parent }) => parent === 'toolu_fork')
    expect(JSON.stringify(inner)).toContain('Look around.')
    // The agent that follows it is told of skills, too.
    expect(requests[5]).toContain('- nested: Of the part.')
    expect(requests[6]).toContain('The report of the skill.')
    // Progress is for the screen alone.
    expect(readLogs(opened.root).filter(({ type }) => type === 'progress')).toEqual([])
  },
)

requirement(
  '003:251',
  'many skills are told within bounds, and those without room when a prompt is about them',
  async () => {
    const opened = await open('One.', 'Two.')
    const skills = join(opened.root, 'skills')
    for (let at = 0; at < 60; at++)
      putSkill(skills, `s${at}-${'x'.repeat(150)}`, `description: Number ${at}.`)
    putSkill(skills, 'zebra', 'description: Paints zebras with stripes.')
    const agent = opened.start(DRIVEN)
    await ask(agent, 'hello')
    await ask(agent, 'paint some zebras please')
    agent.hush()
    await agent.ended
    const [first = '', second = ''] = opened.simulator.log
      .all()
      .map(({ request }) => JSON.stringify(request?.messages))
    expect(first).toContain('These skills can be called')
    expect(first.length).toBeLessThan(12_000)
    expect(first).not.toContain('Paints zebras')
    expect(second).toContain('- zebra: Paints zebras with stripes.')
    expect(attachmentsOf(opened.root, 'skill_discovery')).toMatchObject([
      { signal: 'prompt', skills: [{ name: 'zebra' }] },
    ])
  },
)
