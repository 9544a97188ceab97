/**
 * How far a server may go. A server is somebody else's program: whatever it sends is bounded before it is kept, shown
 * or sent to a model, and whoever reads the warning is told what was left out.
 */
export const MCP_LIMITS = {
  /** One message on the wire: room for a screenshot in base64, and less than the API takes in a whole request. */
  messageBytes: 33_554_432,
  /** Pages of one list: the largest real servers need two. */
  pages: 100,
  /** Entries of one list; more would be read by nobody. */
  listed: 5_000,
  /** Tools of one server: the largest real ones have about a hundred. */
  tools: 500,
  /** All definitions of one server, in characters: about 75,000 tokens, which leaves the smallest window most of itself. */
  definitions: 300_000,
  /** The schema of one tool; a larger one is replaced by a note, and the tool stays. */
  schema: 200_000,
  /** A tool's name as its server spells it; the protocol asks for 128. */
  toolName: 1_000,
  /** A description and the instructions of a server are cut where Claude Code cuts them. */
  description: 2_048,
  /** What a server says of itself or of a failure, where people read it in one line. */
  line: 500,
  /** The text of one result: about the 25,000 tokens that Claude Code allows. */
  resultText: 100_000,
  resultImages: 20,
  /** Resources that are listed to a model at once. */
  resources: 500,
  /** Prompts of one server that a person can call, and the arguments of one. */
  prompts: 200,
  promptArguments: 20,
  /** Warnings about one server in a session: enough for each kind of fault, and read by a person. */
  problems: 5,
  /** A call that shows signs of life may take this many times as long as one that shows none. */
  patience: 6,
  /** Between two signs of progress that are passed on: nobody reads faster. */
  progressPauseMs: 100,
  /** How long a flood is measured. */
  floodMs: 10_000,
  /** Messages in that time that nobody asked for; a log of a busy server stays far below. */
  unasked: 20_000,
  /** Requests in that time: each one costs an answer, which a server that does not read leaves in our memory. */
  requests: 500,
  /** Questions to the person that may wait; they are asked one at a time. */
  questions: 5,
  /** Questions of one server to the model in a session, each allowed by the person; their messages, and an answer in tokens. */
  samplings: 50,
  samplingMessages: 100,
  samplingTokens: 8_192,
  /** The last lines that a server logged, for whoever looks at it. */
  logLines: 20,
  /** The longest pause between two lists for a server that changes its tools all the time. */
  relistPauseMs: 30_000,
} as const
