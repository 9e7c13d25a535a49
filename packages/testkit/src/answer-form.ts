import type { ModelRequestBody } from './model-request.js';
import type { AnswerStep } from './model-step.js';

/** One server-sent event of an answer. */
export interface StreamPiece {
  /** The event as it goes out, without the blank line behind it. */
  readonly lines: string;
  /** Characters of the answer's text that it brings. */
  readonly words: number;
  /** Whether it belongs to the end of the answer: one that stops in the middle does not have it. */
  readonly closes: boolean;
}

/** How one API says what a step means. */
export interface AnswerForm {
  /** The streamed pieces; a piece ends after `boundary` characters of text, so that the stream can pause there. */
  stream(step: AnswerStep, body: ModelRequestBody, boundary: number): readonly StreamPiece[];
  /** The body of an answer that is not streamed. */
  whole(step: AnswerStep, body: ModelRequestBody): unknown;
}
