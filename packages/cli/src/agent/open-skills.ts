import { createSkillLibrary, type SkillLibrary } from '@antiphon/engine'

/** Skills that can be read anew while the session runs. */
export interface OpenSkills extends SkillLibrary {
  reload(): Promise<void>
}

/** The skills of these folders as they are now. */
export async function openSkills(folders: readonly string[]): Promise<OpenSkills> {
  let library = await createSkillLibrary({ folders })
  return {
    list: () => library.list(),
    load: name => library.load(name),
    async reload() {
      library = await createSkillLibrary({ folders })
    },
  }
}
