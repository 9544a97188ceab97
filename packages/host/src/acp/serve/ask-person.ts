import type {
  AgentContext,
  CreateElicitationRequest,
  ElicitationPropertySchema,
  PermissionOption,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import { isObject, type JsonObject } from '@antiphon/contract'
import type { PermissionMode } from '@antiphon/core'
import { type ChatDecision, type ChatQuestion, createDenial, readQuestion } from '@antiphon/core/chat'
import { readArray, readString, readText } from '@antiphon/core/message'
import type { ControlRequestEvent, PermissionUpdate } from '@antiphon/core/wire'
import type { HostAnswer } from '../../headless/host-frame.ts'
import { describeCall } from '../describe-call.ts'

export type AskOptions = {
  readonly client: AgentContext
  readonly sessionId: string
  readonly cwd: string
  /** Whether the editor can ask for the fields of a form. */
  readonly hasForms: boolean
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** Has the editor ask its person what the agent asked, and gives the answer; whoever does not answer has said no. */
export async function askPerson(event: ControlRequestEvent, options: AskOptions): Promise<HostAnswer> {
  try {
    if (event.request.subtype === 'elicitation') return await askForServer(event.request, options)
    const question = readQuestion(event)
    if (!question) return { status: 'refused', error: 'nobody here can answer that' }
    const decision =
      question.toolName === 'AskUserQuestion'
        ? await askToChoose(question, options)
        : await askToAllow(question, options)
    return toAnswer(question, decision)
  } catch (error) {
    if (options.signal.aborted) return { status: 'cancelled' }
    return { status: 'refused', error: error instanceof Error ? error.message : String(error) }
  }
}

function toAnswer({ toolUseId }: ChatQuestion, decision: ChatDecision | 'cancelled'): HostAnswer {
  if (decision === 'cancelled')
    return { status: 'answered', response: { behavior: 'deny', message: '', interrupt: true } }
  // A decision is JSON.
  const response = { ...decision, ...(toolUseId !== '' && { toolUseID: toolUseId }) } as unknown as JsonObject
  return { status: 'answered', response }
}

async function askToAllow(question: ChatQuestion, options: AskOptions): Promise<ChatDecision | 'cancelled'> {
  const choices = listChoices(question)
  const { client, sessionId, cwd, signal } = options
  const { outcome } = await client.request(
    'session/request_permission',
    {
      sessionId,
      toolCall: {
        ...describeCall(question.toolName, question.input, cwd),
        toolCallId: question.toolUseId,
        status: 'pending',
        rawInput: question.input,
      },
      options: choices.map(({ option }) => option),
    },
    { cancellationSignal: signal },
  )
  if (outcome.outcome === 'cancelled') return 'cancelled'
  // One that was not offered allows nothing.
  return (
    choices.find(({ option }) => option.optionId === outcome.optionId)?.decision ?? createDenial(question, '')
  )
}

type Choice = { readonly option: PermissionOption; readonly decision: ChatDecision }

/** What a person can say to a call: once, always where a rule would spare the question, or no. */
function listChoices(question: ChatQuestion): readonly Choice[] {
  const { toolName, input, suggestions } = question
  const no = (name: string): Choice => ({
    option: { optionId: 'reject', name, kind: 'reject_once' },
    decision: createDenial(question, ''),
  })
  const yes = (optionId: string, name: string, updates: readonly PermissionUpdate[]): Choice => ({
    option: { optionId, name, kind: updates.length > 0 ? 'allow_always' : 'allow_once' },
    decision: {
      behavior: 'allow',
      updatedInput: input,
      ...(updates.length > 0 && { updatedPermissions: updates }),
    },
  })
  if (toolName === 'ExitPlanMode')
    return [
      yes('accept-edits', 'Yes, and accept edits', [toMode('acceptEdits')]),
      yes('ask', 'Yes, and ask before edits', [toMode('default')]),
      no('No, keep planning'),
    ]
  const always = suggestions.length > 0 ? [yes('allow-always', describeAlways(suggestions), suggestions)] : []
  return [yes('allow', 'Allow', []), ...always, no('Reject')]
}

function toMode(mode: PermissionMode): PermissionUpdate {
  return { type: 'setMode', mode, destination: 'session' }
}

/** What would be allowed, so that nobody says more than they mean. */
function describeAlways(suggestions: readonly PermissionUpdate[]): string {
  const parts = suggestions.flatMap(update => {
    switch (update.type) {
      case 'addRules':
      case 'replaceRules':
        return update.rules.map(({ toolName, ruleContent }) =>
          ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
        )
      case 'addDirectories':
        return update.directories.map(folder => `work in ${folder}`)
      case 'setMode':
        return [update.mode === 'acceptEdits' ? 'all edits of this session' : `the mode ${update.mode}`]
      default:
        return []
    }
  })
  return `Always allow: ${parts.join(', ')}`.slice(0, MAX_NAME)
}

const MAX_NAME = 200

/** The agent lets the person choose; a form where the editor has forms, else a question after the other. */
async function askToChoose(question: ChatQuestion, options: AskOptions): Promise<ChatDecision | 'cancelled'> {
  const questions = readArray(question.input, 'questions').filter(isObject)
  const answers = options.hasForms
    ? await askByForm(questions, question, options)
    : await askOneByOne(questions, question, options)
  if (answers === null) return createDenial(question, '')
  return answers === 'cancelled'
    ? answers
    : { behavior: 'allow', updatedInput: { ...question.input, answers } }
}

type Fields = Readonly<Record<string, unknown>>
type Answers = Readonly<Record<string, string>>

async function askByForm(
  questions: readonly Fields[],
  { toolUseId }: ChatQuestion,
  { client, sessionId, signal }: AskOptions,
): Promise<Answers | null | 'cancelled'> {
  const properties = Object.fromEntries(
    questions.map((one, index): [string, ElicitationPropertySchema] => [`q${index}`, toField(one)]),
  )
  const request: CreateElicitationRequest = {
    mode: 'form',
    sessionId,
    ...(toolUseId !== '' && { toolCallId: toolUseId }),
    message: questions.map(one => readString(one, 'question') ?? '').join('\n'),
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  }
  const answer = await client.request('elicitation/create', request, { cancellationSignal: signal })
  if (answer.action === 'cancel') return 'cancelled'
  if (answer.action !== 'accept' || !isObject(answer.content)) return null
  const content: Fields = answer.content
  return Object.fromEntries(
    questions.map((one, index) => {
      const value = content[`q${index}`]
      const words = Array.isArray(value) ? value.map(String).join(', ') : String(value ?? '')
      return [readText(one, 'question') ?? '', words]
    }),
  )
}

function toField(question: Fields): ElicitationPropertySchema {
  const options = readArray(question, 'options').flatMap(option => {
    const label = readString(option, 'label')
    return label === undefined ? [] : [{ const: label, title: label }]
  })
  const title = readString(question, 'header') ?? readString(question, 'question') ?? ''
  const description = readString(question, 'question') ?? ''
  return question.multiSelect === true
    ? { type: 'array', title, description, items: { anyOf: options } }
    : { type: 'string', title, description, oneOf: options }
}

async function askOneByOne(
  questions: readonly Fields[],
  { toolUseId }: ChatQuestion,
  { client, sessionId, signal }: AskOptions,
): Promise<Answers | null | 'cancelled'> {
  const answers: Record<string, string> = {}
  for (const [index, one] of questions.entries()) {
    const labels = readArray(one, 'options').flatMap(option => readString(option, 'label') ?? [])
    const title = readText(one, 'question') ?? ''
    const { outcome }: RequestPermissionResponse = await client.request(
      'session/request_permission',
      {
        sessionId,
        toolCall: { toolCallId: toolUseId || `question-${index}`, title, kind: 'other', status: 'pending' },
        options: [
          ...labels.map(
            (name, place): PermissionOption => ({ optionId: `${place}`, name, kind: 'allow_once' }),
          ),
          { optionId: 'reject', name: 'None of these', kind: 'reject_once' },
        ],
      },
      { cancellationSignal: signal },
    )
    if (outcome.outcome === 'cancelled') return 'cancelled'
    const label = labels[Number(outcome.optionId)]
    if (label === undefined) return null
    answers[title] = label
  }
  return answers
}

/** A server asks the person for something; an editor without forms declines. */
async function askForServer(
  request: object,
  { client, sessionId, hasForms, signal }: AskOptions,
): Promise<HostAnswer> {
  const schema = 'requested_schema' in request ? request.requested_schema : undefined
  const message = readText(request, 'message') ?? ''
  if (!hasForms || !isObject(schema)) return { status: 'answered', response: { action: 'decline' } }
  const answer = await client.request(
    'elicitation/create',
    // A server's form has the fields that the protocol has.
    { mode: 'form', sessionId, message, requestedSchema: schema } as CreateElicitationRequest,
    { cancellationSignal: signal },
  )
  // It came as JSON.
  return { status: 'answered', response: answer as unknown as JsonObject }
}
