import { describe, expect, rentElsewhere, sandbox, serviceWasTold, story } from './support';

describe('a scheduled stop', () => {
  story(
    'is offered for an idle GPU, agreed to, warned about, called off, carried out, and proposed beyond the budget',
    // The GPU counts as idle after about a second.
    { signedIn: true, settings: { 'gpuRental.budget.perDay': 1, 'gpuRental.warnings.idleMinutes': 0.02 } },
    async (window) => {
      const id = await rentElsewhere({ label: 'training' });
      await sandbox().advance(300);
      const instances = window.view('Instances');
      await instances.titleAction('Refresh Instances');
      await instances.rows(/training.*running/).waitFor();
      const schedule = async (after: string): Promise<void> => {
        await instances.chooseFromMenu('training', 'Schedule Instance Stop…');
        await window.quickInput.waitFor(/^Schedule Stop of training/);
        await window.quickInput.pick('releases the GPU');
        await window.quickInput.waitFor(/^Stop training .*: When\?/);
        await window.quickInput.pick('After Some Time…');
        await window.quickInput.waitFor('After how long');
        await window.quickInput.accept(after);
        await window.quickInput.waitFor('Whichever comes first ends it');
        await window.quickInput.pick('Continue');
      };

      const idle = /The GPU of training .* has been idle for \d+ min\. It costs \$0\.\d+\/h\./;
      await window.notifications.told(idle);
      await window.screenshots('idle-warning');
      await window.notifications.press(idle, 'Schedule Stop…');
      await window.quickInput.waitFor(/^Schedule Stop of training/);
      await window.screenshots('schedule-what');
      await window.quickInput.pick('releases the GPU');
      await window.quickInput.waitFor(/^Stop training .*: When\?/);
      await window.screenshots('schedule-when');
      await window.quickInput.cancel();

      await schedule('5 min');
      const asked = await window.dialog.waitFor('Stop training');
      // Near midnight it is tomorrow.
      expect(asked).toMatch(/ at .* (today|tomorrow)\?/);
      expect(asked).toMatch(/Its disk then still costs \$0\.0\d+\/h/);
      expect(asked).toContain('VS Code must be running at that time.');
      await window.screenshots('schedule-confirm');
      await window.dialog.press('Schedule Stop');
      // It counts down meanwhile.
      await instances.rows(/training.*stops in [1-5] min/).waitFor();
      const warning = /training .* will be stopped in [1-5] min\. Its disk then still costs \$0\.0\d+\/h/;
      await window.notifications.told(warning);
      await instances.expand('training');
      await instances.rows(/Scheduled.*at .* (today|tomorrow) · stops in [1-5] min/).waitFor();
      await window.screenshots('schedule-warning');
      await window.notifications.press(warning, 'Keep Running');
      await instances.rows(/training.*stops in/).waitFor({ state: 'detached' });
      expect(await instances.openMenu('training')).not.toContain('Cancel Scheduled Instance Stop');
      await instances.closeMenu();

      await schedule('0.05 min');
      await window.dialog.press('Schedule Stop');
      const done =
        /training .* was stopped as scheduled\. Its disk still costs \$0\.0\d+\/h until you destroy it/;
      await window.notifications.told(done);
      await serviceWasTold(id, 'stopped');
      await sandbox().advance(60);
      await instances.rows(/training.*stopped.*disk/).waitFor();
      await window.screenshots('schedule-stopped');

      await instances.chooseFromMenu('training', 'Start Instance');
      const beyond = await window.dialog.waitFor('Start training');
      // Then, too.
      expect(beyond).toMatch(/With this, (today|tomorrow)’s budget of \$1\.00 is reached at .*\./);
      await window.screenshots('budget-confirm');
      await window.dialog.press(/^Start and Stop at/);
      await instances.rows(/training.*stops in/).waitFor();
      await serviceWasTold(id, 'running');
      await sandbox().advance(300);
      await instances.rows(/training\s*stops in/).waitFor();
      await instances.chooseFromMenu('training', 'Scheduled Stop', 'Cancel Scheduled Instance Stop');
      await window.notifications.press(idle, /^Stop…$/);
      await window.dialog.waitFor('Stop training');
      await window.dialog.press('Stop');
      await serviceWasTold(id, 'stopped');
    },
  );
});
