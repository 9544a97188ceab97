// What `claude -p --output-format stream-json --verbose` prints, as steps for a person.
// Run: node --import tsx --conditions=@antiphon/source examples/follow-a-stream.ts < stream.jsonl
import { createTurnProgress, parseStreamJson } from '@antiphon/core'

const progress = createTurnProgress()
for await (const line of parseStreamJson(process.stdin)) {
  if (line.kind === 'bad') {
    console.log(`line ${line.line} is not readable: ${line.reason}`)
    continue
  }
  for (const step of progress.push(line.event)) {
    if (step.kind === 'tool-start') console.log(`… ${step.name} ${step.title}`)
    if (step.kind === 'tool-end') console.log(`${step.isError ? '✗' : '✓'} ${step.name}`)
    if (step.kind === 'text') console.log(step.text)
  }
}
