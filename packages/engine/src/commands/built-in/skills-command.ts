import type { LocalCommand } from '../../session/command.ts'

/** Lists the skills. */
export const skillsCommand: LocalCommand = {
  kind: 'local',
  name: 'skills',
  description: 'List the skills that there are',
  argumentHint: '',
  run({ session }) {
    const skills = session.services.skills?.listForPerson() ?? []
    if (skills.length === 0)
      return 'There are no skills. One is a folder in .claude/skills with a SKILL.md in it.'
    return ['Skills:', ...skills.map(({ name, description }) => `  /${name} - ${description}`)].join('\n')
  },
}
