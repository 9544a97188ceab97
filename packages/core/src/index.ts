// The reading order: message (the vocabulary), context (what a person attaches), log (the stored format), then
// the three views: api (the model's, with the contract that it keeps), ui (a person's), wire (a program's);
// model-stream, which turns the Messages API's events into messages; usage, what answers cost and what fills the
// context window; and patch, how a file changed.
export * from './api/index.ts'
export * from './context/index.ts'
export * from './log/index.ts'
export * from './message/index.ts'
export * from './model-stream/index.ts'
export * from './patch/index.ts'
export * from './ui/index.ts'
export * from './usage/index.ts'
export * from './wire/index.ts'
