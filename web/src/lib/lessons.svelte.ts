/** What this person has learnt on this device. */

import { loadProgress, saveProgress, withDone, without, type Done, type Progress } from './lessons';

class Learnt {
  progress = $state.raw<Progress>(loadProgress());

  done(game: string, lesson: string, done: Done): void {
    // Another tab may have gone on meanwhile.
    this.progress = withDone(loadProgress(), game, lesson, done);
    saveProgress(this.progress);
  }

  forget(game: string): void {
    this.progress = without(loadProgress(), game);
    saveProgress(this.progress);
  }
}

export const learnt = new Learnt();
