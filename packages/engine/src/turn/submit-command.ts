import { createSystemMessage } from '@antiphon/core'
import type { CalledCommand } from '../commands/create-spoken-messages.ts'
import { findPromptedCommand, type PromptedCommand } from '../commands/find-prompted-command.ts'
import { grantTools } from '../commands/grant-tools.ts'
import { runLocalCommand } from '../commands/run-local-command.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { createUsageTotals } from '../query/usage-totals.ts'
import { createQueryContext } from '../session/create-query-context.ts'
import { enterKnownFolders } from '../session/enter-known-folders.ts'
import { readCommandInput } from '../session/read-command-input.ts'
import { openSession } from './open-session.ts'
import type { SubmitPromptOptions, TurnResult } from './submit-prompt.ts'

type Turn = AsyncGenerator<QueryEvent, TurnResult, undefined>

/** A prompt that calls something is answered here, or goes on with the command whose text it stands for; any other goes on as it is. */
export async function* submitCommand(
  submission: SubmitPromptOptions,
  goOn: (called: CalledCommand | null) => Turn,
): Turn {
  const { options, state, prompt, origin } = submission
  if (state.life.isNew()) await enterKnownFolders(state)
  // Files may have come since the last prompt.
  await Promise.all([options.commands?.refresh(), state.services.skills?.refresh()])
  const found = await findPromptedCommand(submission, readCommandInput(prompt, origin))
  if (found === null) return yield* goOn(null)
  return found.kind === 'prompt'
    ? yield* submitPromptCommand(found, submission, goOn)
    : yield* answerHere(submission, (context, uuid) =>
        runLocalCommand(found, { context, uuid, session: { options, state }, ...(origin && { origin }) }),
      )
}

/** What the command allows holds from its own shell commands to the end of its turn. */
async function* submitPromptCommand(
  { command, called }: Extract<PromptedCommand, { kind: 'prompt' }>,
  { state }: SubmitPromptOptions,
  goOn: (called: CalledCommand | null) => Turn,
): Turn {
  const release = grantTools(state, command.allowedTools)
  try {
    return yield* goOn({ command, args: called.args })
  } finally {
    release()
  }
}

/** A turn without the model. */
async function* answerHere(
  { options, state, signal, uuid, origin }: SubmitPromptOptions,
  answer: (context: QueryContext, uuid: string) => AsyncGenerator<QueryEvent, string, undefined>,
): Turn {
  const context = createQueryContext({ options, state, signal, agents: null })
  const start = context.now()
  yield* openSession(context, state, 'command')
  const text = yield* answer(context, uuid ?? state.newUuid())
  const problems = state.services.checkpoints?.takeProblems() ?? []
  yield* appendMessages(
    context,
    problems.map(problem => createSystemMessage(problem, 'warning')),
  )
  await options.recorder.flush()
  return {
    end: signal.aborted ? { reason: 'interrupted' } : { reason: 'completed', stopReason: null },
    text,
    turns: 0,
    durationMs: context.now() - start,
    usage: createUsageTotals().sum(),
    denials: state.denials.take(),
    ...(origin && { origin }),
  }
}
