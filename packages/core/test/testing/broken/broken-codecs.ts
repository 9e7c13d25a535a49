import type { InvariantId } from '../../../src/testing/index.js';
import type { Fault } from './alter-codec.js';
import { brokenAnswers } from './broken-answers.js';
import { brokenOrder } from './broken-order.js';
import { brokenRequests } from './broken-requests.js';
import { brokenWrites } from './broken-writes.js';

/** For every rule a way to break it and no other. A rule without one does not compile. */
export const brokenCodecs: Readonly<Record<InvariantId, Fault>> = {
  ...brokenAnswers,
  ...brokenOrder,
  ...brokenRequests,
  ...brokenWrites,
};
