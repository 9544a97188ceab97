/** Lines of a log for tests of usage, laid out as Claude Code does it. */
export type AnswerLineOptions = {
  readonly id: string
  readonly usage?: object
  readonly model?: string
  readonly at?: string
  readonly content?: readonly object[]
  readonly fields?: Readonly<Record<string, unknown>>
}

export function answerLine(options: AnswerLineOptions): object {
  const { id, usage = { input_tokens: 1, output_tokens: 1 }, model = 'claude-opus-4-8' } = options
  const { at = '2026-11-15T10:00:00.000Z', content = [{ type: 'text', text: 'Done.' }], fields } = options
  return {
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev/harbour',
    sessionId: 's1',
    version: '2.1.229',
    gitBranch: 'main',
    message: {
      model,
      id,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
    requestId: `req_${id}`,
    type: 'assistant',
    uuid: `uuid-${id}-${nextLine++}`,
    timestamp: at,
    ...fields,
  }
}

export function userLine(content: unknown, at = '2026-11-15T10:00:00.000Z', fields: object = {}): object {
  return {
    parentUuid: null,
    isSidechain: false,
    cwd: '/home/dev/harbour',
    sessionId: 's1',
    type: 'user',
    message: { role: 'user', content },
    uuid: `uuid-u-${nextLine++}`,
    timestamp: at,
    ...fields,
  }
}

let nextLine = 0

export function toText(lines: readonly object[]): string {
  return lines.map(line => `${JSON.stringify(line)}\n`).join('')
}
