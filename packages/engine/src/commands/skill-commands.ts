import { createReadFilter } from '../permissions/create-read-filter.ts'
import type { PromptCommand } from '../session/command.ts'
import type { SkillLibrary } from '../tool/session-services.ts'

/** The skills that a person may call by name. */
export function toSkillCommands(skills: SkillLibrary | null): readonly PromptCommand[] {
  if (skills === null) return []
  return skills.listForPerson().map(skill => ({
    kind: 'prompt',
    places: 'whole',
    ...skill,
    async read({ permissions }) {
      const loaded = await skills.load(skill.name, createReadFilter('Read', permissions()))
      if (loaded === null) return { problem: `The skill ${skill.name} is gone.` }
      return 'problem' in loaded ? loaded : { text: loaded.instructions }
    },
  }))
}
