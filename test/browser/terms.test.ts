import {afterAll, beforeAll, expect, test} from 'vitest';
import {accessibilityViolations, describeInBrowser, testWindows} from '../support/browser.ts';
import {type Crew, createCrew} from '../support/crew.ts';
import {picture} from '../support/pictures.ts';

describeInBrowser('terms of service and the brand image', () => {
  let crew: Crew;
  let address: string;
  const windows = testWindows();

  beforeAll(async () => {
    crew = await createCrew({
      SupportSettings: {CustomTermsOfServiceEnabled: true},
      TeamSettings: {EnableCustomBrand: true},
    });
    address = await crew.server.listen();
  });
  afterAll(() => crew.close());

  test('an administrator publishes them, and people accept the terms', async () => {
    const anns = await windows.openAs(address, 'ann', '/crew/channels/town-square');
    await anns.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();

    const admins = await windows.openAs(address, crew.server.admin.username, '/_admin/terms');
    // Without terms and image, the browser's console has no errors.
    const errors: string[] = [];
    admins.on('response', (response) => {
      if (response.status() >= 400) errors.push(response.url());
    });
    await admins.reload();
    await admins.waitForLoadState('networkidle');
    expect(errors).toEqual([]);
    // The error of a text goes once it is changed.
    await admins.route('**/terms_of_service', (route) =>
      route.fulfill({status: 400, json: {message: 'The text is too long.'}}),
    );
    await admins.getByRole('textbox', {name: 'Text'}).fill('Be');
    await admins.getByRole('button', {name: 'Publish'}).click();
    const rejected = admins.getByRole('alert').filter({hasText: 'The text is too long.'});
    await rejected.waitFor();
    await admins.getByRole('textbox', {name: 'Text'}).fill('Be **kind**.');
    await rejected.waitFor({state: 'detached'});
    await admins.unroute('**/terms_of_service');
    await admins.getByLabel('Upload an image').setInputFiles({
      name: 'brand.png',
      mimeType: 'image/png',
      buffer: await picture(40, 20),
    });
    await admins.getByRole('img', {name: 'Brand'}).waitFor();
    expect(await accessibilityViolations(admins)).toEqual([]);
    await admins.getByRole('button', {name: 'Publish'}).click();
    // Administrators accept them too.
    await admins.getByRole('button', {name: 'I agree'}).click();
    await admins.getByRole('heading', {name: 'Terms and branding'}).waitFor();

    await anns.getByRole('heading', {name: 'Terms of service'}).waitFor();
    await anns.getByText('Be kind.').waitFor();
    expect(await accessibilityViolations(anns)).toEqual([]);
    await anns.getByRole('button', {name: 'I agree'}).click();
    await anns.getByRole('textbox', {name: 'Write to Town Square'}).waitFor();

    const front = await windows.openSignedOut(address);
    await front.locator('img[src*="/brand/image"]').waitFor();
  });
});
