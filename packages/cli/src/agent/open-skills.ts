import { createSkillLibrary, type SkillFolder, type SkillLibrary, type SkillProblem } from '@antiphon/engine'

/** Skills that can be read anew while the session runs. */
export interface OpenSkills extends SkillLibrary {
  reload(): Promise<void>
  /** What was wrong with those that could not be read. */
  problems(): readonly SkillProblem[]
}

/** The skills of these folders as they are now. */
export async function openSkills(folders: readonly SkillFolder[]): Promise<OpenSkills> {
  let library = await createSkillLibrary({ folders })
  return {
    list: () => library.list(),
    load: (name, mayRead) => library.load(name, mayRead),
    problems: () => library.problems,
    async reload() {
      library = await createSkillLibrary({ folders })
    },
  }
}
