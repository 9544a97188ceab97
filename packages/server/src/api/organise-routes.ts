import type { JsonObject } from '@antiphon/contract'
import { changeSettings, findSweep, readSettingsFile } from '@antiphon/host'
import { showSettings } from '../access/show-change.ts'
import { refuse } from '../guard/refusal.ts'
import { createOrganiser, type OrganiseOptions } from '../organise/organise-sessions.ts'
import type { Answers } from './answers.ts'
import { createWithLog } from './with-log.ts'

/** What a person does with sessions as a whole, and their settings. */
export function addOrganiseRoutes(answers: Answers, options: OrganiseOptions): void {
  const { roots, configFolder, feed, fleet } = options
  const withLog = createWithLog(roots, fleet)
  const organiser = createOrganiser(options)

  answers.value('sessions/rename', ({ session, title }) =>
    withLog({ session }, log => organiser.rename(log, title)),
  )
  answers.value('sessions/mark', ({ session, ...changes }) =>
    withLog({ session }, log => organiser.mark(log, changes)),
  )
  answers.value('sessions/delete', question => withLog(question, organiser.remove))
  answers.value('sessions/restore', ({ trashed }, { caller }) => organiser.restore(trashed, caller.reach))
  answers.value('sessions/trash', (_, { caller }) => organiser.trash(caller.reach))

  answers.value('archive/sweep', () =>
    // Of a team's store nothing is swept here.
    findSweep({ configFolder, roots: fleet ? [] : roots, now: new Date() }),
  )

  answers.value('settings', async (_, { caller }) =>
    showSettings(await readSettingsFile(configFolder), caller),
  )
  answers.value('settings/change', async ({ changes }) => {
    // Whatever came is checked by name before it is kept.
    const report = await changeSettings(configFolder, changes as JsonObject)
    if ('refusal' in report) return refuse(409, report.refusal)
    feed.lookAtPerson()
    return report
  })
}
