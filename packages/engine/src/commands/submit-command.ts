import { createAttachmentMessage, createSystemMessage } from '@antiphon/core'
import { appendMessages } from '../query/append-messages.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { QueryEvent } from '../query/query-event.ts'
import { createQueryContext } from '../session/create-query-context.ts'
import type { SubmitPromptOptions, TurnResult } from '../session/submit-prompt.ts'
import { createUsageTotals } from '../session/usage-totals.ts'
import type { SpokenCommand } from './create-spoken-messages.ts'
import { expandCommand } from './expand-command.ts'
import { findPromptedCommand, type PromptedCommand } from './find-prompted-command.ts'
import { grantTools } from './grant-tools.ts'
import { readCommandInput } from './read-command-input.ts'
import { runLocalCommand, tellAnswer } from './run-local-command.ts'

type Turn = AsyncGenerator<QueryEvent, TurnResult, undefined>

/** A prompt that calls something is answered here, or goes on as the text that it stands for; any other goes on as it is. */
export async function* submitCommand(
  submission: SubmitPromptOptions,
  goOn: (spoken: SpokenCommand | null) => Turn,
): Turn {
  const { options, state, prompt, origin } = submission
  // Files may have come since the last prompt.
  await Promise.all([options.commands?.refresh(), state.services.skills?.refresh()])
  const input = readCommandInput(prompt, origin)
  const found = await findPromptedCommand({ options, state, input })
  if (found === null) return yield* goOn(null)
  return found.kind === 'prompt'
    ? yield* submitPromptCommand(found, submission, goOn)
    : yield* answerHere(submission, (context, uuid) =>
        runLocalCommand(found, { context, uuid, session: { options, state } }),
      )
}

/** What the command allows holds from its own shell commands to the end of its turn. */
async function* submitPromptCommand(
  { command, called }: Extract<PromptedCommand, { kind: 'prompt' }>,
  submission: SubmitPromptOptions,
  goOn: (spoken: SpokenCommand | null) => Turn,
): Turn {
  const { options, state, signal } = submission
  const release = grantTools(state, command.allowedTools)
  try {
    const context = createQueryContext({ options, state, signal, agents: null })
    const expanded = await expandCommand(command, called.args, context)
    if ('problem' in expanded)
      return yield* answerHere(submission, (context, uuid) =>
        tellAnswer(called.input, expanded.problem, { context, uuid }),
      )
    const { allowedTools } = command
    yield* appendMessages(context, [
      ...expanded.messages,
      ...(allowedTools.length > 0
        ? [createAttachmentMessage({ type: 'command_permissions', allowedTools })]
        : []),
    ])
    return yield* goOn({ command, args: called.args, text: expanded.text })
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
  yield* appendMessages(context, await state.life.start(state.model(), signal))
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
