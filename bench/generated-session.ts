import type { AssistantMessage, UserMessage } from '@antiphon/core'

/** One turn of a coding session: a prompt, an answer with a call, its result and a closing answer. Four messages. */
export function generateTurn(turn: number): readonly (UserMessage | AssistantMessage)[] {
  const at = (part: number): { uuid: string; timestamp: string } => ({
    uuid: `${turn.toString(16).padStart(8, '0')}-${part.toString().padStart(4, '0')}-4000-8000-000000000000`,
    timestamp: new Date(1_700_000_000_000 + turn * 60_000 + part * 1000).toISOString(),
  })
  return [
    {
      type: 'user',
      ...at(0),
      message: { role: 'user', content: `Please look at file ${turn} and tell me what it does.` },
    },
    {
      type: 'assistant',
      ...at(1),
      message: {
        ...answer(`msg_${turn}_a`),
        content: [
          { type: 'text', text: `I am going to read file ${turn} first.` },
          {
            type: 'tool_use',
            id: `toolu_${turn}`,
            name: 'Read',
            input: { file_path: `/src/file-${turn}.ts` },
          },
        ],
      },
    },
    {
      type: 'user',
      ...at(2),
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: FILE_TEXT }],
      },
    },
    {
      type: 'assistant',
      ...at(3),
      message: {
        ...answer(`msg_${turn}_b`),
        content: [{ type: 'text', text: `File ${turn} holds the settings.` }],
      },
    },
  ]
}

const FILE_TEXT = Array.from(
  { length: 12 },
  (_, line) => `${line + 1}→export const value${line} = ${line}`,
).join('\n')

function answer(id: string): Omit<AssistantMessage['message'], 'content'> {
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 20 },
  }
}
