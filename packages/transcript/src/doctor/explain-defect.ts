import type { DefectKind, Harm, Severity } from './defect.ts'

/** What a person is told of a kind of defect. */
export type DefectExplanation = {
  readonly severity: Severity
  /** What it does; null for a quirk. */
  readonly harm: Harm | null
  /** Whether a repair takes it away wherever it is found. */
  readonly isFixable: boolean
  /** A few words. */
  readonly label: string
  /** What happened, what that means, and what a repair does. */
  readonly sentence: string
}

/** The explanation of each kind. */
export const DEFECT_EXPLANATIONS: Readonly<Record<DefectKind, DefectExplanation>> = {
  torn: lost(
    'A line was cut off',
    'A write was interrupted and only the beginning of a line was stored; it is skipped when the session is read, and a repair removes it.',
  ),
  nul: lost(
    'Zeros instead of text',
    'A crash left zeros where text belongs; they are skipped when the session is read, and a repair removes them.',
  ),
  'not-utf8': lost(
    'A line is not text',
    'The bytes of this line are not UTF-8, so it cannot be read; it is skipped, and a repair removes it.',
  ),
  'invalid-text': lost(
    'Some characters are damaged',
    'A line holds bytes that are not UTF-8; they are shown as U+FFFD, and a repair writes that character and keeps the bytes in the backup.',
  ),
  'not-json': lost(
    'A line is not JSON',
    'This line holds no message that can be read; it is skipped, and a repair removes it.',
  ),
  'not-object': lost(
    'A line is not a message',
    'This line is JSON but not an object; it is skipped, and a repair removes it.',
  ),
  'too-long': {
    ...lost(
      'A line is too long',
      'This line is longer than a program can hold as text; it is skipped, and a repair leaves it, since it may be complete.',
    ),
    isFixable: false,
  },
  glued: guessed(
    'Two messages share a line',
    'The line break between two messages is missing; we read both, other programs lose them, and a repair gives each its own line.',
  ),
  'byte-order-mark': quirk(
    'A byte order mark',
    'An editor put an invisible mark before a line; we ignore it, other programs may fail there, and a repair removes it.',
  ),
  'blank-line': quirk('An empty line', 'A line holds nothing; it is skipped, and a repair removes it.'),
  'no-final-newline': quirk(
    'The last line is not ended',
    'The last message is complete, but its line is not ended; what is appended next would share the line, and a repair ends it.',
  ),
  'carriage-return': keptQuirk(
    'Windows line endings',
    'The lines end as on Windows; every program reads that, and a repair leaves it.',
  ),
  'no-uuid': quirk(
    'A message has no id',
    'A message was stored without an id; it gets one from its place in the file, and a repair writes that down.',
  ),
  'duplicate-entry': quirk(
    'A message was stored twice',
    'The same message was written again; the first one counts, and a repair keeps only that.',
  ),
  'conflicting-entry': guessed(
    'Two versions of a message',
    'A message was written again with other fields; the fuller version counts, and a repair keeps only that.',
  ),
  'uuid-collision': guessed(
    'Two messages share an id',
    'Two different messages have the same id; the later one gets a new id and keeps what follows it, and a repair writes that down.',
  ),
  'unlinked-entry': quirk(
    'A message names no predecessor',
    'A message does not say which one it follows; it is placed after the one before it in the file, and a repair writes that down.',
  ),
  'dangling-parent': lost(
    'A message points to one that is missing',
    'A message follows one that was never stored, mostly the last words of an answer; it is placed after the one before it in the file, and a repair writes that link down without bringing back what is missing.',
  ),
  'dangling-logical-parent': quirk(
    'A compaction points to a missing message',
    'A compaction names a message that was never stored; it is placed after the one before it in the file, and a repair writes that down.',
  ),
  'lost-root': guessed(
    'An answer stands at the beginning',
    'An answer or a result claims to begin the conversation, which is impossible; it is placed after the message before it in the file, and a repair writes that down.',
  ),
  'self-parent': guessed(
    'A message follows itself',
    'A message names itself as the one before it; it is placed after the one before it in the file, and a repair writes that down.',
  ),
  'parent-cycle': guessed(
    'Messages follow each other in a circle',
    'Messages name each other as predecessors; the circle is opened where the file enters it, and a repair writes that down.',
  ),
  'preserved-segment': {
    ...lost(
      'Kept messages are missing',
      'A compaction says that it kept messages, but not all of them are in the file; they stay before it, and no repair can bring them back.',
    ),
    isFixable: false,
  },
  'several-sessions': keptQuirk(
    'Several sessions in one file',
    'The file holds messages of more than one session; the newest is resumed, the others are branches, and a repair leaves them.',
  ),
  'stored-progress': keptQuirk(
    'Stored progress lines',
    'Older versions stored what a tool printed while it ran; it takes room and is never sent, and a repair leaves it.',
  ),
  'open-call': {
    ...refused(
      'A tool call at the end has no result',
      'The session was cut off while a tool ran; resuming answers the call with an error, and a repair stores that answer so that it stays the same.',
    ),
    isFixable: true,
  },
  'unpaired-call': refused(
    'A tool call has no result',
    'The conversation went on without the result of a tool; resuming always answers the call with the same error, and a repair leaves it, since the model never read that answer.',
  ),
  'orphan-result': refused(
    'A result has no tool call',
    'A result answers a call that is not there; resuming sends it as text, and a repair leaves it.',
  ),
  'duplicate-result': refused(
    'A tool call has two results',
    'A call was answered twice; resuming sends the second answer as text, and a repair leaves it.',
  ),
  'bad-call': refused(
    'The API would refuse a tool call',
    'The id, name or input of a call is not what the API accepts; resuming sends one that is, and a repair leaves the original.',
  ),
  'unpaired-server-call': refused(
    "A call of the API's own tool has no result",
    "A call of the API's own tool and its result do not match; resuming sends what can be sent, and a repair leaves them.",
  ),
  'refused-media': refused(
    'The API would refuse an image or document',
    'This image or document is not what the API accepts; resuming sends a note instead, and a repair leaves the original.',
  ),
  'blank-text': keptQuirk(
    'Blank text blocks',
    'The model wrote text without a word, as it often does; resuming leaves it out, and a repair leaves it where it is.',
  ),
  'unsigned-thinking': refused(
    'Thinking without a signature',
    'An answer was cut off before its thinking was signed; resuming leaves it out, and a repair leaves it where it is.',
  ),
  'withheld-thinking': keptQuirk(
    'Thinking that is not sent again',
    'Thinking belongs to its model and to all that came before it; resuming leaves out what no longer fits, for example after a change of model, and a repair leaves it where it is.',
  ),
  'lone-surrogate': refused(
    'Half a character',
    'A text was cut in the middle of a character; resuming sends a sign instead, and a repair leaves it.',
  ),
  'unreadable-content': refused(
    'Content of an unknown kind',
    'A message holds what the API would not understand; resuming sends it as a note, and a repair leaves it.',
  ),
  'misplaced-block': refused(
    'Content in the wrong place',
    'Something stands where the API does not accept it; resuming moves it or leaves it out, and a repair leaves it.',
  ),
  'missing-turn': keptQuirk(
    'A turn is missing',
    'Person and model must take turns, and here one is missing; resuming adds a few words, nothing is lost, and a repair leaves the gap.',
  ),
  'too-large': refused(
    'Too long for one request',
    'The conversation is larger than the API accepts; resuming leaves out its oldest or largest parts, and a repair leaves them in the file.',
  ),
  'other-repair': refused(
    'The API would refuse a detail',
    'Something is stored in a way that the API does not accept; resuming corrects it, and a repair leaves it.',
  ),
  'distant-call': keptQuirk(
    'An older tool call has no result',
    'A call before the last compaction, on another branch or of a subagent has no result; it is never sent, and a repair leaves it.',
  ),
  'distant-result': keptQuirk(
    'An older result has no tool call',
    'A result before the last compaction, on another branch or of a subagent has no call; it is never sent, and a repair leaves it.',
  ),
}

function lost(label: string, sentence: string): DefectExplanation {
  return { severity: 'error', harm: 'lost', isFixable: true, label, sentence }
}

function guessed(label: string, sentence: string): DefectExplanation {
  return { severity: 'error', harm: 'guessed', isFixable: true, label, sentence }
}

/** A habit of programs, or a mark of editors: a repair can tidy it, and nobody needs it to. */
function quirk(label: string, sentence: string): DefectExplanation {
  return { severity: 'note', harm: null, isFixable: true, label, sentence }
}

function keptQuirk(label: string, sentence: string): DefectExplanation {
  return { severity: 'note', harm: null, isFixable: false, label, sentence }
}

/** Of the model's view: what was said is never rewritten, so a repair leaves it. */
function refused(label: string, sentence: string): DefectExplanation {
  return { severity: 'warning', harm: 'refused', isFixable: false, label, sentence }
}
