import { relative, resolve, sep } from 'node:path'
import { createAttachmentMessage, type Message } from '@antiphon/core'
import type { AfterCall } from '../query/query-context.ts'
import type { SkillLibrary } from '../tool/session-services.ts'
import { createSkillDiscovery } from './create-skill-listing.ts'

type TellSkillsOptions = {
  readonly skills: SkillLibrary
  readonly cwd: string
  readonly mayRead: (path: string) => boolean
}

/** Where a call touched a file whose folder has skills of its own, they are told behind its result. */
export function tellSkillsOfFolders({ skills, cwd, mayRead }: TellSkillsOptions): AfterCall {
  return async ({ input, isError }) => {
    const named = input.file_path ?? input.notebook_path
    if (isError || typeof named !== 'string') return { messages: [] }
    const file = resolve(cwd, named)
    // A skill that was just written is told with the news of the next request.
    if (file.includes(`${sep}.claude${sep}skills${sep}`)) await skills.refresh().catch(() => undefined)
    const entered = await skills.enter(file, mayRead).catch(() => [])
    const messages = entered.flatMap(({ path, skills }): readonly Message[] => [
      createAttachmentMessage({
        type: 'dynamic_skill',
        skillDir: path,
        skillNames: skills.map(({ name }) => name),
        displayPath: relative(cwd, path),
      }),
      createAttachmentMessage(
        createSkillDiscovery(skills.slice(0, MOST_TOLD), 'folder', relative(cwd, path)),
      ),
    ])
    return { messages }
  }
}

const MOST_TOLD = 50
