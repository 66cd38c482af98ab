from setuptools import setup
setup(
    name="clubdesk",
    version="0.3.1",
    packages=["clubdesk"],
    install_requires=["rich>=13"],
)
