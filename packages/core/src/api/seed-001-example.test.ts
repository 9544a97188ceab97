import { expect, it } from 'vitest'
import { normalizeMessagesForAPI } from './normalize-messages-for-api.ts'
import { toApiMessage } from './to-api-message.ts'

it('turns the worked example of seed 001 into the request of seed 001', () => {
  const at = (index: number) => ({
    uuid: `0000000${index}-0000-4000-8000-000000000000`,
    timestamp: '2026-02-01T00:00:00.000Z',
  })
  const history = [
    { ...at(1), type: 'user', message: { role: 'user', content: '帮我读取 README.md' } },
    {
      ...at(2),
      type: 'assistant',
      message: {
        id: 'msg_1',
        role: 'assistant',
        content: [
          { type: 'text', text: '好的,我来读取文件。' },
          { type: 'tool_use', id: 'tu_01', name: 'Read', input: { file_path: 'README.md' } },
        ],
      },
    },
    {
      ...at(3),
      type: 'user',
      isMeta: true,
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'tu_01', content: '# README\n...' }],
      },
    },
    { ...at(4), type: 'system', subtype: 'local_command', content: '$ ls\nREADME.md' },
    { ...at(5), type: 'attachment', attachment: { type: 'memory', content: '记忆内容...' } },
  ]
  const sent = normalizeMessagesForAPI(history).map(toApiMessage)
  expect(sent).toEqual([
    { role: 'user', content: [{ type: 'text', text: '帮我读取 README.md' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: '好的,我来读取文件。' },
        { type: 'tool_use', id: 'tu_01', name: 'Read', input: { file_path: 'README.md' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'tu_01', content: '# README\n...' },
        { type: 'text', text: '$ ls\nREADME.md' },
        // The seed writes `[内存附件内容...]` for «what the memory attachment says».
        {
          type: 'text',
          text: expect.stringMatching(
            /^<system-reminder>\n[\s\S]*记忆内容\.\.\.[\s\S]*\n<\/system-reminder>$/,
          ),
        },
      ],
    },
  ])
})
